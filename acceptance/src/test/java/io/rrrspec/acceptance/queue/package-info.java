/** Queues and jobs with real processes. */
@NullMarked
package io.rrrspec.acceptance.queue;

import org.jspecify.annotations.NullMarked;
