package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What tasks of a type do.
 *
 * <pre>{@code
 * FlowType.task("multiply", task ->
 *     IntNode.valueOf(task.args().get(0).asInt() * task.args().get(1).asInt()))
 * }</pre>
 *
 * <p>A server may die while it executes a task; then another one executes it again. So what a task
 * does must bear a repeat.
 */
@FunctionalInterface
public interface FlowTask {
  /**
   * Executes a task. The thread is interrupted when the task's time is over.
   *
   * @return its result; null for none
   * @throws Exception if it failed; it is tried again as its type says
   */
  @Nullable JsonNode run(RunningTask task) throws Exception;
}
