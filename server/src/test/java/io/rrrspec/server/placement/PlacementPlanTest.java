package io.rrrspec.server.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.server.placement.PlacementPlan.Place;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacementPlanTest {
  @Test
  void whoHoldsTheResultGetsItBeforeWhoHoldsADependency() {
    PlacementPlan plan =
        PlacementPlan.of(
            List.of(job("a", "now", "project")),
            List.of("w1", "w2", "w3"),
            Map.of("now", Set.of("w3"), "project", Set.of("w2", "w3")));

    assertThat(plan.places()).containsExactly(Map.entry("a", new Place("w3", Reason.HAS_RESULT)));
  }

  @Test
  void whoHoldsADependencyGetsItBeforeAnybody() {
    PlacementPlan plan =
        PlacementPlan.of(
            List.of(job("a", "now", "project")),
            List.of("w1", "w2"),
            Map.of("project", Set.of("w2")));

    assertThat(plan.places())
        .containsExactly(Map.entry("a", new Place("w2", Reason.HAS_DEPENDENCY)));
  }

  @Test
  void aBusyWorkerThatHoldsEverythingIsNotWaitedFor() {
    PlacementPlan plan =
        PlacementPlan.of(
            List.of(job("a", "now", "project")),
            List.of("w1"),
            Map.of("now", Set.of("busy"), "project", Set.of("busy")));

    assertThat(plan.places()).containsExactly(Map.entry("a", new Place("w1", Reason.ANYBODY)));
  }

  @Test
  void whoHasNothingToLoseDoesNotTakeTheWorkerOfOneWhoHas() {
    PlacementPlan plan =
        PlacementPlan.of(
            List.of(job("new", "x", "unknown"), job("old", "y", "shop"), job("same", "z", "book")),
            List.of("w1", "w2", "w3"),
            Map.of("shop", Set.of("w1"), "z", Set.of("w2")));

    assertThat(plan.places())
        .isEqualTo(
            Map.of(
                "new", new Place("w3", Reason.ANYBODY),
                "old", new Place("w1", Reason.HAS_DEPENDENCY),
                "same", new Place("w2", Reason.HAS_RESULT)));
  }

  @Test
  void slotsOfOneRunGoToAllWhoHoldItAndThenToOthers() {
    PlacementPlan plan =
        PlacementPlan.of(
            List.of(job("a1", "now", "p"), job("a2", "now", "p"), job("a3", "now", "p")),
            List.of("w1", "w2", "w3"),
            Map.of("now", Set.of("w2"), "p", Set.of("w2", "w3")));

    assertThat(plan.places().values())
        .containsExactlyInAnyOrder(
            new Place("w2", Reason.HAS_RESULT),
            new Place("w3", Reason.HAS_DEPENDENCY),
            new Place("w1", Reason.ANYBODY));
  }

  @Test
  void withoutEnoughWorkersSomeGetNone() {
    PlacementPlan plan =
        PlacementPlan.of(List.of(job("a", "x", "p"), job("b", "x", "p")), List.of("w"), Map.of());

    assertThat(plan.places()).containsExactly(Map.entry("a", new Place("w", Reason.ANYBODY)));
  }

  private static Job job(String id, String result, String dependency) {
    return new Job(id, result, List.of(dependency));
  }
}
