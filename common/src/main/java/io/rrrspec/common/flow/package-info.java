/**
 * Flows: tasks that follow other tasks, as they stand in Redis. The scheme is that of the npm
 * package {@code idoit} 4, so that a Node program and our servers can share one graph.
 */
@NullMarked
package io.rrrspec.common.flow;

import org.jspecify.annotations.NullMarked;
