package io.rrrspec.client.remote;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowTree;
import java.time.Duration;

/** The steps of a flow as text: a line for each. */
final class FlowText {
  private FlowText() {}

  static String of(FlowTree tree) {
    StringBuilder text = new StringBuilder();
    for (FlowTree.Step step : tree.steps()) {
      Duration time = step.duration();
      FlowState state = step.state();
      String run = state.text("run");
      text.append(
          String.format(
              "%-11s %8s  %s%s%s%s%s%n",
              step.status().equals("waits to be tried again") ? "waits" : step.status(),
              time == null ? "" : String.format("%.1f s", time.toMillis() / 1000.0),
              "  ".repeat(step.depth()) + step.title(),
              state.isIterator() && state.childrenCreated() > 0
                  ? ", " + state.childrenFinished() + " of " + state.childrenCreated() + " runs"
                  : "",
              state.isCached() ? "  cached" : "",
              run.isEmpty() ? "" : "  run " + Keys.lastPart(run),
              state.error() == null || state.isCancelled() || !state.children().isEmpty()
                  ? ""
                  : "  " + reason(state, run)));
    }
    return text.toString();
  }

  /** In one line, without the run that stands before it. */
  private static String reason(FlowState state, String run) {
    String error = state.errorText().strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    String prefix = "run " + Keys.lastPart(run) + " ";
    return !run.isEmpty() && error.startsWith(prefix) ? error.substring(prefix.length()) : error;
  }
}
