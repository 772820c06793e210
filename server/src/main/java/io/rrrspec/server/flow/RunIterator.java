package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.RunParts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs out of one that nobody activates: of parts of its tasks, or all of them again and
 * again. The argument is that of {@link RunTask}, and besides
 *
 * <ul>
 *   <li>{@code tasks}: how many tasks the run has
 *   <li>{@code batch}: how many of them each run has; all of them if it is missing
 *   <li>{@code times}: how often; if it is missing once, and then the first red run ends it. Else
 *       all runs are made, and it fails in the end if some were red
 * </ul>
 */
final class RunIterator implements FlowIterator {
  /** One that runs, and one for the workers that it does not need any more. */
  private static final int AT_ONCE = 2;

  @Override
  public Iteration next(@Nullable JsonNode state, FlowState iterator) {
    ObjectNode wish = iterator.args().get(0).deepCopy();
    RunParts parts = RunParts.of(wish);
    long all = parts.count();
    long begun = state == null ? 0 : state.asLong();
    long running = iterator.childrenCreated() - iterator.childrenFinished();
    if (begun >= all && running == 0 && iterator.redChildren() > 0) {
      return Iteration.failed(iterator.redChildren() + " of " + all + " runs failed");
    }
    if (begun >= all) {
      return Iteration.END;
    }
    long free = AT_ONCE - running;
    if (free <= 0) {
      return Iteration.NOTHING;
    }
    long next = Math.min(all, begun + free);
    List<FlowStep> children = new ArrayList<>();
    for (long i = begun; i < next; i++) {
      children.add(child(wish, i, parts.from(i), parts.size(i)));
    }
    return Iteration.more(LongNode.valueOf(next), children);
  }

  private static FlowStep child(ObjectNode wish, long number, long from, long count) {
    ObjectNode own = wish.deepCopy();
    boolean again = own.has("times");
    own.remove(List.of("tasks", "batch", "times"));
    own.put("copy", true).put("goes_on", again).put("from", from).put("count", count);
    return FlowStep.task("taskset", own).with("title", Long.toString(number + 1));
  }
}
