package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowState;
import org.jspecify.annotations.Nullable;

/**
 * What iterators of a type do. It is called at the start and when children end, on several servers
 * at once: of two answers for the same state one counts. After {@link Iteration#NOTHING} one call
 * stands for all children that have ended by then.
 */
@FunctionalInterface
public interface FlowIterator {
  /**
   * Goes on.
   *
   * @param state what it last asked to remember; null at first
   * @param iterator its arguments and figures
   */
  Iteration next(@Nullable JsonNode state, FlowState iterator) throws Exception;
}
