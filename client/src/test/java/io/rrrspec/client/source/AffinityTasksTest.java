package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.Relation;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AffinityTasksTest {
  private static final String WARM_A = Affinity.learned("a");

  private final Map<String, KnownAffinity> known = new HashMap<>();

  private static TaskRequest task(String name, int ms) {
    return new TaskRequest(name, Duration.ofMillis(ms));
  }

  /** It is known to share the key, which costs 2 s, and to take that long itself. */
  private AffinityTasksTest shares(String name, String key, int ownMs) {
    known.put(
        name,
        new KnownAffinity(new Affinity(key, Duration.ofSeconds(2)), Duration.ofMillis(ownMs)));
    return this;
  }

  private List<TaskRequest> of(TaskRequest... tasks) {
    return AffinityTasks.of(List.of(tasks), known, OrderChoice.LONGEST);
  }

  private static List<String> keys(List<TaskRequest> tasks) {
    return tasks.stream()
        .map(task -> task.affinity() == null ? "-" : task.affinity().key())
        .toList();
  }

  @Test
  void thoseThatShareGetTheKeyAndTheirOwnTimeLongestFirst() {
    shares("a", "K", 100).shares("b", "K", 300);

    List<TaskRequest> tasks = of(task("a", 2_100), task("c", 500), task("b", 300));

    assertThat(tasks).extracting(TaskRequest::specFile).containsExactly("b", "c", "a");
    assertThat(keys(tasks)).containsExactly("K", "-", "K");
    assertThat(tasks)
        .extracting(TaskRequest::estimate)
        .containsExactly(Duration.ofMillis(300), Duration.ofMillis(500), Duration.ofMillis(100));
    assertThat(tasks.get(0).affinity()).isEqualTo(new Affinity("K", Duration.ofSeconds(2)));
  }

  private List<TaskRequest> learned(int shareMs, TaskRequest... tasks) {
    return AffinityTasks.of(List.of(tasks), known, OrderChoice.LONGEST, Duration.ofMillis(shareMs));
  }

  @Test
  void whatWasLearnedCountsOnlyIfTheRunLastsAsLongAnyway() {
    // 2 s, 3 s and 3 s one after the other, and 5 s for each of them alone.
    shares("a", WARM_A, 3_000).shares("b", WARM_A, 3_000);
    assertThat(keys(learned(6_400, task("a", 5_000), task("b", 3_000))))
        .containsExactly(WARM_A, WARM_A);
    assertThat(keys(learned(6_300, task("a", 5_000), task("b", 3_000)))).containsExactly("-", "-");
    assertThat(keys(learned(1_000, task("c", 6_400), task("a", 5_000), task("b", 3_000))))
        .containsExactly("-", WARM_A, WARM_A);
    assertThat(keys(of(task("a", 5_000), task("b", 3_000)))).containsExactly("-", "-");
  }

  @Test
  void whatTheyTookInOneJvmDecidesAndNotWhatTheyTookApart() {
    shares("a", WARM_A, 3_000).shares("b", WARM_A, 1_000);
    assertThat(keys(learned(4_800, task("a", 6_000), task("b", 6_000))))
        .containsExactly(WARM_A, WARM_A);
  }

  @Test
  void whatEachTookAfterTheOtherDoesNotMakeTheRunSeemShorter() {
    // Without the key the run would last 9 s at least, though nothing took longer than 5 s of late.
    shares("a", WARM_A, 3_000).shares("b", WARM_A, 7_000);
    assertThat(keys(learned(1_000, task("a", 5_000), task("b", 5_000))))
        .as("2 s + 3 s + 7 s are more than 11.25 s")
        .containsExactly("-", "-");
    shares("b", WARM_A, 6_000);
    assertThat(keys(learned(1_000, task("a", 5_000), task("b", 5_000))))
        .as("11 s are more than 10 s")
        .containsExactly("-", "-");
    shares("a", WARM_A, 0).shares("b", WARM_A, 6_000);
    assertThat(keys(learned(1_000, task("a", 2_000), task("b", 5_000))))
        .as("8 s are no more than 10 s")
        .containsExactly(WARM_A, WARM_A);
  }

  @Test
  void theOneThatWarmsIsFirstAndAnEstimateThatLeavesRoomKeepsThat() {
    shares("a", WARM_A, 3_000).shares("b", WARM_A, 1_000);
    assertThat(learned(60_000, task("b", 30_000), task("a", 5_000)))
        .extracting(TaskRequest::specFile, TaskRequest::estimate)
        .containsExactly(tuple("a", Duration.ofSeconds(3)), tuple("b", Duration.ofSeconds(28)));
  }

  @Test
  void theFirstOfAKeyIsExpectedToPay() {
    shares("a", "K", 100).shares("b", "K", 300);
    Map<String, @Nullable Duration> expected =
        AffinityTasks.expected(of(task("a", 2_100), task("c", 500), task("b", 300)));
    assertThat(expected)
        .containsEntry("b", Duration.ofMillis(2_300))
        .containsEntry("c", Duration.ofMillis(500))
        .containsEntry("a", Duration.ofMillis(100));
  }

  @Test
  void whatOneClassAloneHasIsNotShared() {
    shares("a", "K", 100).shares("gone", "K", 50).shares("b", "L", 300);

    List<TaskRequest> tasks = of(task("a", 2_100), task("b", 2_300));

    assertThat(tasks).containsExactly(task("a", 2_100), task("b", 2_300));
  }

  @Test
  void aLaunchSharesNothingWithAnother() {
    shares("a", "K", 100).shares("b", "K", 300).shares("c", "K", 200);

    List<TaskRequest> tasks =
        of(
            task("a", 2_100).withLaunch("x"),
            task("b", 300).withLaunch("x"),
            task("c", 200).withLaunch("y"));

    assertThat(keys(tasks)).containsExactly("K", "K", "-");
    assertThat(tasks).extracting(TaskRequest::launch).containsExactly("x", "x", "y");
  }

  @Test
  void rulesOfTheirOwnGoBefore() {
    shares("a", "K", 100).shares("b", "K", 300).shares("c", "K", 200).shares("d", "K", 90);
    Culprits culprits = new Culprits(List.of("x"), true, Relation.AFTER);

    List<TaskRequest> tasks =
        of(
            task("a", 2_100).withResources(Set.of("db")),
            task("b", 300).with(List.of(culprits)),
            task("c", 200),
            task("d", 100));

    assertThat(keys(tasks)).containsExactly("-", "-", "K", "K");
    assertThat(tasks.get(0).estimate()).isEqualTo(Duration.ofMillis(2_100));
  }

  @Test
  void anOrderThatSomebodyHasChosenStays() {
    shares("a", "K", 100).shares("b", "K", 300);
    List<TaskRequest> tasks = List.of(task("a", 2_100), task("b", 300));

    for (OrderChoice.Kind kind : OrderChoice.Kind.values()) {
      List<TaskRequest> of = AffinityTasks.of(tasks, known, new OrderChoice(kind, 7));
      assertThat(of.equals(tasks)).isEqualTo(kind != OrderChoice.Kind.LONGEST);
    }
  }

  @Test
  void onlyTheKeysThatSaveMostAreUsed() {
    List<TaskRequest> tasks = new ArrayList<>();
    for (int key = 0; key < 250; key++) {
      int classes = key == 249 ? 3 : 2;
      for (int n = 0; n < classes; n++) {
        String name = "t" + key + "-" + n;
        shares(name, "K%03d".formatted(key), 10);
        tasks.add(task(name, 10));
      }
    }

    List<TaskRequest> of = AffinityTasks.of(tasks, known, OrderChoice.LONGEST);

    Set<String> used = Set.copyOf(keys(of));
    assertThat(used).hasSize(201).contains("-", "K000", "K198", "K249").doesNotContain("K199");
  }
}
