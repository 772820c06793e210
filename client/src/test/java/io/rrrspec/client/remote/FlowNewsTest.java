package io.rrrspec.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.store.FlowTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In which order a client tells what it has seen of a flow in one look. */
class FlowNewsTest {
  private static FlowTree.Step step(String path, int depth, String state) {
    return new FlowTree.Step(new FlowState(Map.of("state", '"' + state + '"')), depth, path, false);
  }

  @Test
  void whatHasEndedIsToldBeforeWhatBeganAfterIt() {
    List<FlowTree.Step> steps =
        List.of(
            step("", 0, "locked"),
            step("build", 1, "finished"),
            step("modules", 1, "locked"),
            step("modules / core", 2, "finished"),
            step("modules / web", 2, "locked"));

    assertThat(FlowWait.inOrder(steps))
        .extracting(FlowTree.Step::path)
        .containsExactly("modules / core", "build", "", "modules", "modules / web");
  }
}
