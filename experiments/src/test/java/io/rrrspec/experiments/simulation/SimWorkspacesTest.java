package io.rrrspec.experiments.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimWorkspacesTest {
  private final SimWorkspaces workspaces = new SimWorkspaces();

  @Test
  void whatWasUsedLastStandsFirst() {
    workspaces.fetch("a");
    workspaces.setUp("a", "workspace-a");
    workspaces.fetch("b");
    workspaces.setUp("b", null);

    assertThat(workspaces.artifacts()).containsExactly("project-b", "workspace-a", "project-a");
  }

  @Test
  void newSourcesAreNoWorkspaceBeforeTheirSetUp() {
    workspaces.fetch("a");
    workspaces.setUp("a", "workspace-a");
    workspaces.fetch("a");

    assertThat(workspaces.artifacts()).containsExactly("project-a");
  }

  @Test
  void aSetUpThatIsNotToBeReliedOnLeavesTheSources() {
    workspaces.fetch("a");
    workspaces.setUp("a", "workspace-a");
    workspaces.distrust("a");

    assertThat(workspaces.artifacts()).containsExactly("project-a");
  }

  @Test
  void aDeletedWorkspaceIsHeldNoMore() {
    workspaces.fetch("a");
    workspaces.setUp("a", "workspace-a");

    assertThat(workspaces.deleteOne(new Chance(1))).isEqualTo("a");
    assertThat(workspaces.artifacts()).isEmpty();
    assertThat(workspaces.deleteOne(new Chance(1))).isNull();
  }
}
