package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LongWaitingTasksTest {
  private final List<TaskRequest> tasks = new ArrayList<>();
  private final Map<String, TimeShare> shares = new HashMap<>();

  private LongWaitingTasksTest task(String name, int processorSeconds, int waitingSeconds) {
    return task(
        new TaskRequest(name, Duration.ofSeconds(processorSeconds + waitingSeconds)),
        new TimeShare(Duration.ofSeconds(processorSeconds), Duration.ofSeconds(waitingSeconds)));
  }

  private LongWaitingTasksTest task(TaskRequest task, @Nullable TimeShare share) {
    tasks.add(task);
    if (share != null) {
      shares.put(task.specFile(), share);
    }
    return this;
  }

  private List<String> first() {
    return LongWaitingTasks.first(tasks, shares, 2).stream().map(TaskRequest::specFile).toList();
  }

  @Test
  void aLongClassThatWaitsComesBeforeLongerOnesThatCompute() {
    task("computes", 90, 0).task("sleeps", 1, 78).task("too", 60, 1).task("short", 1, 9);
    assertThat(first()).containsExactly("sleeps", "computes", "too", "short");
  }

  @Test
  void severalStayInTheirOrder() {
    task("computes", 90, 0).task("longer", 1, 78).task("long", 1, 70).task("short", 1, 9);
    assertThat(first()).containsExactly("longer", "long", "computes", "short");
  }

  @Test
  void oneThatTakesLessThanHalfOfTheRunStays() {
    // The run takes 50 s at least.
    task("computes", 98, 0).task("half", 1, 24).task("less", 1, 23);
    assertThat(first()).containsExactly("half", "computes", "less");
  }

  @Test
  void oneThatComputesForHalfOfItsTimeStays() {
    task("computes", 50, 0).task("even", 40, 40).task("waits", 39, 41);
    assertThat(first()).containsExactly("waits", "computes", "even");
  }

  @Test
  void whatHasRulesOfItsOwnOrIsNotKnownStays() {
    TimeShare waits = new TimeShare(Duration.ZERO, Duration.ofSeconds(80));
    TaskRequest sleeps = new TaskRequest("limited", Duration.ofSeconds(80));
    task("computes", 90, 0)
        .task(sleeps.withResources(Set.of("port")), waits)
        .task(new TaskRequest("never ran", null), waits)
        .task(new TaskRequest("not measured", Duration.ofSeconds(80)), null);
    assertThat(first()).containsExactly("computes", "limited", "never ran", "not measured");
  }
}
