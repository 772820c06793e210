/** Which worker goes where. */
@NullMarked
package io.rrrspec.server.dispatch;

import org.jspecify.annotations.NullMarked;
