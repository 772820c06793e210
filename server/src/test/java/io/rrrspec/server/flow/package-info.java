/** Which worker goes where. */
@NullMarked
package io.rrrspec.server.flow;

import org.jspecify.annotations.NullMarked;
