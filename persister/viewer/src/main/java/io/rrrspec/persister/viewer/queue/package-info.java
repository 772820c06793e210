/** Queues, as people look at them: what each one has, what it has a right to, and who waits. */
@NullMarked
package io.rrrspec.persister.viewer.queue;

import org.jspecify.annotations.NullMarked;
