package io.rrrspec.server.flow;

import java.util.List;
import java.util.Map;

/**
 * What others have flows do for them.
 *
 * @param types of their tasks
 * @param pools of their own, each with how many of its tasks a server executes at once
 * @param starts is told of runs that begin
 */
public record FlowGuest(List<FlowType> types, Map<String, Integer> pools, RunStarts starts) {
  /** Nobody. */
  public static final FlowGuest NONE = new FlowGuest(List.of(), Map.of(), RunStarts.NOBODY);

  public FlowGuest {
    types = List.copyOf(types);
    pools = Map.copyOf(pools);
  }
}
