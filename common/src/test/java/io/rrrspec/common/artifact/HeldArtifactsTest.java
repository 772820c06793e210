package io.rrrspec.common.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldArtifactsTest {
  @Test
  void aWorkerHasProjectsFlowsSetUpsAndResults() {
    HeldArtifacts held =
        HeldArtifacts.of(
            Set.of(
                "project-shop",
                "project-bank",
                "project-flow-123",
                Artifact.workspace("0".repeat(64)),
                Artifact.setup("1".repeat(64)),
                Artifact.result("2".repeat(64)),
                Artifact.result("3".repeat(64)),
                "result-no digest",
                "else"));
    assertThat(held.text()).isEqualTo("bank, shop, 1 flow, 1 set-up, 2 results");
  }

  @Test
  void ofManyProjectsSomeAreNamed() {
    List<String> names = List.of("project-a", "project-b", "project-c", "project-d", "project-e");
    assertThat(HeldArtifacts.of(names).text()).isEqualTo("a, b, c, d, 1 other project");
    assertThat(HeldArtifacts.of(names).projects()).hasSize(5);
  }

  @Test
  void nothingIsAnEmptyText() {
    assertThat(HeldArtifacts.NONE.text()).isEmpty();
  }
}
