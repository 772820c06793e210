package io.rrrspec.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.HeldArtifacts;
import io.rrrspec.common.store.NodeStore.Node;
import io.rrrspec.common.store.NodeStore.Sick;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FleetSlavesTest {
  private static Node worker(String type, boolean alive, @Nullable Sick sick, Integer slaves) {
    return new Node(
        "w",
        type,
        null,
        "busy",
        null,
        alive,
        true,
        null,
        sick,
        HeldArtifacts.NONE,
        Set.of(17),
        slaves);
  }

  private static Node worker(int slaves) {
    return worker("default", true, null, slaves);
  }

  private static int count(int maxWorkers, Node... nodes) {
    return FleetSlaves.of(List.of(nodes), "default", Set.of(17), maxWorkers);
  }

  @Test
  void theLargestWorkersCount() {
    assertThat(count(10, worker(2), worker(8), worker(4))).isEqualTo(14);
    assertThat(count(2, worker(2), worker(8), worker(4))).isEqualTo(12);
  }

  @Test
  void onlyWorkersThatMayServeTheRunCount() {
    Sick sick = new Sick("rrrspec:taskset:1", "5 tasks failed here", Duration.ofMinutes(4));
    assertThat(
            count(
                10,
                worker(2),
                worker("big", true, null, 8),
                worker("default", false, null, 8),
                worker("default", true, sick, 8)))
        .isEqualTo(2);
    assertThat(FleetSlaves.of(List.of(worker(2)), "default", Set.of(21), 10)).isZero();
  }

  @Test
  void whatDoesNotSayHowManyItHasCountsAsNone() {
    Node silent = new Node("w", "default", null, null, null, true, true);
    assertThat(FleetSlaves.of(List.of(silent, silent), "default", Set.of(), 10)).isZero();
    assertThat(count(10)).isZero();
  }
}
