/** Queues as they are set up: what is guaranteed to them, and what they never have more of. */
@NullMarked
package io.rrrspec.common.queue;

import org.jspecify.annotations.NullMarked;
