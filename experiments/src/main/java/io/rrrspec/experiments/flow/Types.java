package io.rrrspec.experiments.flow;

import com.fasterxml.jackson.databind.node.IntNode;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.server.flow.FlowType;
import io.rrrspec.server.flow.Iteration;
import java.util.ArrayList;
import java.util.List;

/** The types of the benchmark, the same as those of {@code peer.js}. */
final class Types {
  private Types() {}

  /** A task that does nothing. */
  static FlowType noop() {
    return FlowType.task("noop", task -> null);
  }

  /**
   * Children 1 to the first argument, as many at once as the fourth says, and up to twice as many.
   */
  static FlowType numbers() {
    return FlowType.iterator(
        "numbers",
        (state, iterator) -> {
          int all = iterator.args().get(0).asInt();
          int batch = iterator.args().get(3).asInt();
          int begun = state == null ? 0 : state.asInt();
          if (begun == all) {
            return Iteration.END;
          }
          if (iterator.childrenCreated() - iterator.childrenFinished() >= batch) {
            return Iteration.NOTHING;
          }
          int last = Math.min(all, begun + batch);
          List<FlowStep> children = new ArrayList<>();
          for (int i = begun; i < last; i++) {
            children.add(
                FlowStep.task(iterator.args().get(2).asText(), i + 1)
                    .inPool(iterator.args().get(1).asText()));
          }
          return Iteration.more(IntNode.valueOf(last), children);
        });
  }
}
