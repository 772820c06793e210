/** Tests of the commands for requests. */
@NullMarked
package io.rrrspec.client.request;

import org.jspecify.annotations.NullMarked;
