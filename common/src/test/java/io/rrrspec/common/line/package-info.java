/** Lines of queues and jobs. */
@NullMarked
package io.rrrspec.common.line;

import org.jspecify.annotations.NullMarked;
