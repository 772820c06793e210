package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskOrderTest {
  @Test
  void whatIsKnownToTakeLongestComesFirst() {
    List<TaskRequest> order =
        TaskOrder.order(
            List.of("short", "long", "middle"),
            Map.of(
                "short", Duration.ofMillis(1),
                "long", Duration.ofSeconds(9),
                "middle", Duration.ofSeconds(2)),
            task -> 100);

    assertThat(order).extracting(TaskRequest::specFile).containsExactly("long", "middle", "short");
  }

  @Test
  void anUnknownTaskStandsWithTheLongestTenth() {
    List<TaskRequest> order =
        TaskOrder.order(
            List.of("a", "b", "c", "tiny-but-unknown"),
            Map.of(
                "a", Duration.ofMillis(10),
                "b", Duration.ofMillis(20),
                "c", Duration.ofMillis(30)),
            task -> task.startsWith("tiny") ? 1 : 1_000);

    assertThat(order)
        .extracting(TaskRequest::specFile)
        .containsExactly("c", "tiny-but-unknown", "b", "a");
  }

  @Test
  void aGuessIsForTheOrderOnlyAndIsNoEstimate() {
    List<TaskRequest> order = TaskOrder.order(List.of("new"), Map.of(), task -> 5_000);

    assertThat(order).containsExactly(new TaskRequest("new", null));
  }

  @Test
  void withoutAnyEstimateTheLargestClassComesFirst() {
    List<TaskRequest> order = TaskOrder.order(List.of("a", "bb", "ccc"), Map.of(), String::length);

    assertThat(order).extracting(TaskRequest::specFile).containsExactly("ccc", "bb", "a");
  }

  @Test
  void equalTasksComeByNameSoThatTwoRunsAreAlike() {
    List<TaskRequest> order = TaskOrder.order(List.of("b", "c", "a"), Map.of(), task -> 1);

    assertThat(order).extracting(TaskRequest::specFile).containsExactly("a", "b", "c");
  }

  @Test
  void theLargerOfTwoUnknownTasksComesFirst() {
    List<TaskRequest> order =
        TaskOrder.order(
            List.of("known", "larger", "small"),
            Map.of("known", Duration.ofSeconds(2)),
            task -> task.equals("larger") ? 5_000 : 1_000);

    assertThat(order).extracting(TaskRequest::specFile).containsExactly("larger", "known", "small");
  }
}
