package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an iterator.
 *
 * @param state what to remember; null unless there are children
 * @param children to begin with at once
 * @param over whether there are no more children
 * @param error why the iterator has failed; null: it has not
 */
public record Iteration(
    @Nullable JsonNode state, List<FlowStep> children, boolean over, @Nullable String error) {
  /** Nothing now: it is asked again when a child ends. */
  public static final Iteration NOTHING = new Iteration(null, List.of(), false, null);

  /** There are no more children. It ends when all are finished. */
  public static final Iteration END = new Iteration(null, List.of(), true, null);

  public Iteration {
    children = List.copyOf(children);
  }

  /**
   * New children.
   *
   * @param state another one than any before: it tells this answer from those of other servers
   * @param children one at least
   */
  public static Iteration more(JsonNode state, List<FlowStep> children) {
    if (children.isEmpty()) {
      throw new IllegalArgumentException("more without children: answer NOTHING, or END");
    }
    return new Iteration(state, children, false, null);
  }

  /** It has failed. Children that are not finished are cancelled. */
  public static Iteration failed(String error) {
    return new Iteration(null, List.of(), false, error);
  }
}
