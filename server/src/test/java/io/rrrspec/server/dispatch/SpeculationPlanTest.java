package io.rrrspec.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.store.SpeculationStore.Running;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpeculationPlanTest {
  private static Running running(
      String task, String host, int elapsedSec, @Nullable Integer estimateSec) {
    return new Running(
        task,
        host,
        Duration.ofSeconds(elapsedSec),
        estimateSec == null ? null : Duration.ofSeconds(estimateSec),
        false);
  }

  private static List<String> plan(List<Running> running, String... waitingHosts) {
    return SpeculationPlan.of(SpeculationPlan.candidates(running), List.of(waitingHosts)).tasks();
  }

  @Test
  void theOneWithTheMostExpectedTimeLeftComesFirst() {
    List<Running> running =
        List.of(
            running("soon", "a", 50, 60), running("long", "a", 10, 90), running("b", "a", 5, 40));

    assertThat(plan(running, "b")).containsExactly("long");
    assertThat(plan(running, "b", "c")).containsExactly("long", "b");
  }

  @Test
  void whatIsNearlyDoneIsLeftAlone() {
    assertThat(plan(List.of(running("t", "a", 8, 10)), "b")).isEmpty();
    assertThat(plan(List.of(running("t", "a", 90, 100)), "b")).isEmpty();
    assertThat(plan(List.of(running("t", "a", 70, 100)), "b")).containsExactly("t");
  }

  @Test
  void whatRunsLongerThanItsEstimateIsTriedElsewhere() {
    assertThat(plan(List.of(running("t", "a", 11, 10)), "b")).isEmpty();
    assertThat(plan(List.of(running("t", "a", 15, 10)), "b")).containsExactly("t");
  }

  @Test
  void whatNobodyCanEstimateIsLeftAlone() {
    assertThat(plan(List.of(running("t", "a", 1_000, null)), "b")).isEmpty();
  }

  @Test
  void neverOnTheSameHostNorWhereTheHostIsUnknown() {
    List<Running> running = List.of(running("t", "a", 0, 60));
    assertThat(plan(running, "a", "a")).isEmpty();
    assertThat(plan(running, "")).isEmpty();
    assertThat(plan(List.of(running("t", "", 0, 60)), "b")).isEmpty();
  }

  @Test
  void neverASecondTime() {
    Running copied = new Running("t", "a", Duration.ZERO, Duration.ofMinutes(1), true);
    assertThat(plan(List.of(copied), "b")).isEmpty();
  }

  @Test
  void noMoreThanSlavesWait() {
    assertThat(plan(List.of(running("t", "a", 0, 60)))).isEmpty();
    assertThat(plan(List.of(running("t", "a", 0, 60), running("u", "b", 0, 50)), "b"))
        .containsExactly("t");
    assertThat(plan(List.of(running("t", "a", 0, 60), running("u", "b", 0, 50)), "b", "a"))
        .containsExactly("t", "u");
  }
}
