package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Affinity;
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

class LongWaitingTaskTest {
  private final List<TaskRequest> tasks = new ArrayList<>();
  private final Map<String, TimeShare> shares = new HashMap<>();

  private LongWaitingTaskTest task(String name, int processorSeconds, int waitingSeconds) {
    return task(
        new TaskRequest(name, Duration.ofSeconds(processorSeconds + waitingSeconds)),
        new TimeShare(Duration.ofSeconds(processorSeconds), Duration.ofSeconds(waitingSeconds)));
  }

  private LongWaitingTaskTest task(TaskRequest task, @Nullable TimeShare share) {
    tasks.add(task);
    if (share != null) {
      shares.put(task.specFile(), share);
    }
    return this;
  }

  private List<String> first() {
    return LongWaitingTask.first(tasks, shares, 2).stream().map(TaskRequest::specFile).toList();
  }

  @Test
  void aLongClassThatWaitsComesBeforeLongerOnesThatCompute() {
    task("computes", 90, 0).task("sleeps", 1, 78).task("too", 60, 1).task("short", 1, 9);
    assertThat(first()).containsExactly("sleeps", "computes", "too", "short");
  }

  @Test
  void onlyTheLongestDoes() {
    task("computes", 90, 0).task("longer", 1, 78).task("long", 1, 70).task("short", 1, 9);
    assertThat(first()).containsExactly("longer", "computes", "long", "short");
  }

  @Test
  void oneThatTakesLessThanAQuarterOfAProcessorsTimeStays() {
    // The processors have 80 s to do, each.
    task("one", 70, 0).task("two", 68, 0).task("three", 20, 0);
    task("less", 1, 18);
    assertThat(first()).startsWith("one");
    task("quarter", 1, 19);
    assertThat(first()).startsWith("quarter", "one");
  }

  @Test
  void oneThatComputesForHalfOfItsTimeStays() {
    task("computes", 50, 0).task("even", 40, 40);
    assertThat(first()).startsWith("computes");
    task("waits", 39, 41);
    assertThat(first()).startsWith("waits", "computes", "even");
  }

  @Test
  void whatHasRulesOfItsOwnOrIsNotKnownStays() {
    TimeShare waits = new TimeShare(Duration.ZERO, Duration.ofSeconds(80));
    TaskRequest sleeps = new TaskRequest("limited", Duration.ofSeconds(80));
    TaskRequest shares = new TaskRequest("shares", Duration.ofSeconds(80));
    task("computes", 90, 0)
        .task(sleeps.withResources(Set.of("port")), waits)
        .task(shares.withAffinity(new Affinity("key", Duration.ofSeconds(1))), waits)
        .task(new TaskRequest("never ran", null), waits)
        .task(new TaskRequest("not measured", Duration.ofSeconds(80)), null);
    assertThat(first())
        .containsExactly("computes", "limited", "shares", "never ran", "not measured");
  }
}
