/** Tests of the commands for flows. */
@NullMarked
package io.rrrspec.client.flow;

import org.jspecify.annotations.NullMarked;
