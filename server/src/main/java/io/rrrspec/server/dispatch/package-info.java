/** Which worker serves which taskset. */
@NullMarked
package io.rrrspec.server.dispatch;

import org.jspecify.annotations.NullMarked;
