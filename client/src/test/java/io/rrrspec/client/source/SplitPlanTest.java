package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes are divided, and how. */
class SplitPlanTest {
  private static final PartTimes THIRTY = times(100, IntStream.range(0, 30).map(n -> 1_000));

  private static PartTimes times(int setupMillis, IntStream millis) {
    TreeMap<String, Duration> methods = new TreeMap<>();
    millis.forEach(time -> methods.put("#m" + (100 + methods.size()), Duration.ofMillis(time)));
    return new PartTimes(Duration.ofMillis(setupMillis), methods, methods.size(), 0);
  }

  private static TaskRequest task(String spec, int millis) {
    return new TaskRequest(spec, Duration.ofMillis(millis));
  }

  /** A class of 30.1 s and so many of 1 s. */
  private static List<TaskRequest> longOneAnd(int others) {
    List<TaskRequest> tasks = new ArrayList<>(List.of(task("long", 30_100)));
    IntStream.range(0, others).forEach(n -> tasks.add(task("c" + n, 1_000)));
    return tasks;
  }

  private static @Nullable SplitRequest split(
      SplitPlan plan, List<TaskRequest> tasks, PartTimes times) {
    return plan.apply(tasks, Map.of("long", times)).get(0).split();
  }

  private static @Nullable SplitRequest split(int slaves, int others, PartTimes times) {
    List<TaskRequest> tasks = longOneAnd(others);
    return split(SplitPlan.ofSlaves(slaves, tasks), tasks, times);
  }

  private static SplitRequest there(@Nullable SplitRequest split) {
    return Objects.requireNonNull(split, "it stays whole");
  }

  @Test
  void aClassThatIsLongerThanItsShareIsDividedIntoPartsThatAreNot() {
    SplitRequest split = there(split(4, 30, THIRTY));
    assertThat(split.parts().size()).isBetween(2, 4);
    assertThat(split.parts())
        .allSatisfy(
            part -> assertThat(part.estimate()).isLessThanOrEqualTo(Duration.ofMillis(15_200)));
  }

  @Test
  void theShortestClassesMakeNoDifference() {
    assertThat(split(2, 120, THIRTY)).as("its share is 75 s").isNull();
    assertThat(split(1, 0, THIRTY)).as("one slave").isNull();
  }

  @Test
  void whatGainsNothingStaysWhole() {
    assertThat(split(4, 0, times(29_000, IntStream.of(500, 500)))).as("all set-up").isNull();
    assertThat(split(4, 0, times(100, IntStream.of(30_000)))).as("one method").isNull();
    assertThat(split(4, 0, times(0, IntStream.of(29_800, 300)))).as("one long method").isNull();
    List<TaskRequest> besideALongerOne = new ArrayList<>(longOneAnd(0));
    besideALongerOne.add(task("whole", 40_000));
    assertThat(split(SplitPlan.ofSlaves(2, besideALongerOne), besideALongerOne, THIRTY)).isNull();
  }

  @Test
  void aLastRunThatWasQuickerThanTheEstimateIsNoGain() {
    PartTimes quick = times(9_500, IntStream.of(250, 250));
    List<TaskRequest> tasks = List.of(task("long", 12_000));
    assertThat(split(new SplitPlan(4, Duration.ofSeconds(5)), tasks, quick)).isNull();
  }

  @Test
  void noPartIsEmpty() {
    PartTimes none = times(9_000, IntStream.of(0, 0));
    List<TaskRequest> tasks = List.of(task("long", 12_000));
    assertThat(split(new SplitPlan(4, Duration.ofSeconds(1)), tasks, none)).isNull();
    SplitRequest split =
        there(
            split(
                new SplitPlan(4, Duration.ofSeconds(1)),
                tasks,
                times(0, IntStream.of(6_000, 6_000, 0))));
    assertThat(split.parts()).hasSize(2);
  }

  @Test
  void whatAPartCannotNameStaysWhole() {
    TreeMap<String, Duration> many = new TreeMap<>();
    IntStream.rangeClosed(0, ClassPart.MOST_METHODS)
        .forEach(n -> many.put("#m" + n, Duration.ofMillis(10)));
    List<TaskRequest> tasks = List.of(task("long", 100_010));
    PartTimes times = new PartTimes(Duration.ZERO, many, many.size(), 0);
    assertThat(split(new SplitPlan(4, Duration.ofSeconds(25)), tasks, times)).isNull();
  }

  @Test
  void whatHasRulesOfItsOwnStaysWhole() {
    List<TaskRequest> tasks = List.of(task("long", 30_100).withResources(Set.of("db")));
    assertThat(split(SplitPlan.ofSlaves(4, tasks), tasks, THIRTY)).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void thePartsAreTheClass(long seed) {
    Random random = new Random(seed);
    PartTimes times = times(random.nextInt(500), random.ints(2 + random.nextInt(60), 1, 3_000));
    int sum = (int) times.methods().values().stream().mapToLong(Duration::toMillis).sum();
    List<TaskRequest> tasks = List.of(task("long", sum + (int) times.setup().toMillis()));
    SplitRequest split = split(SplitPlan.ofSlaves(2 + random.nextInt(20), tasks), tasks, times);
    if (split == null) {
      return;
    }
    List<ClassPart> parts = split.parts().stream().map(SplitRequest.Part::tests).toList();
    Set<String> named = new HashSet<>();
    for (ClassPart part : parts.subList(0, parts.size() - 1)) {
      assertThat(part.rest()).isFalse();
      part.methods().forEach(method -> assertThat(named.add(method)).as(method).isTrue());
    }
    ClassPart last = parts.get(parts.size() - 1);
    assertThat(last.rest()).isTrue();
    assertThat(last.methods()).containsExactlyInAnyOrderElementsOf(named);
    assertThat(times.methods().keySet()).containsAll(named);
    assertThat(named.size()).isLessThan(times.methods().size());
  }

  @Test
  void classesThatWaitAreDividedByWhatTheProcessorsHaveToDo() {
    List<TaskRequest> tasks = longOneAnd(4);
    Map<String, TimeShare> waits =
        Map.of("long", new TimeShare(Duration.ofMillis(100), Duration.ofSeconds(30)));
    SplitPlan plan = SplitTasks.plan(new SlaveNumber(2, true), tasks, waits);
    assertThat(plan).isEqualTo(new SplitPlan(8, Duration.ofMillis(2_050)));
    assertThat(there(split(plan, tasks, THIRTY)).parts()).hasSize(8);
    assertThat(SplitTasks.plan(SlaveNumber.of(2), tasks, waits).share())
        .isEqualTo(Duration.ofMillis(17_050));
  }

  @Test
  void aRefusalHoldsForItsClassFiles() {
    List<TaskRequest> tasks = longOneAnd(30);
    KnownParts refused = KnownParts.of(THIRTY).with("ordered methods", "d1");
    SplitPlan plan = SplitPlan.ofSlaves(4, tasks);
    assertThat(of(refused, "d1", plan, tasks)).isNull();
    assertThat(there(of(refused, "d2", plan, tasks)).classFiles()).isEqualTo("d2");
    assertThat(of(KnownParts.of(THIRTY).with("ordered methods", null), "d2", plan, tasks)).isNull();
  }

  private static @Nullable SplitRequest of(
      KnownParts known, String files, SplitPlan plan, List<TaskRequest> tasks) {
    return new SplitTasks(Map.of("long", known), Map.of("long", files))
        .of(tasks, OrderChoice.LONGEST, plan, spec -> true)
        .get(0)
        .split();
  }

  @Test
  void byTheRecordAloneAPartNamesTheClassFilesThatWereRecorded() {
    List<TaskRequest> tasks = longOneAnd(30);
    assertThat(there(byRecord(KnownParts.of(THIRTY).withPassedWith("d1"), tasks)).classFiles())
        .isEqualTo("d1");
    assertThat(byRecord(KnownParts.of(THIRTY), tasks)).as("nobody knows them").isNull();
    KnownParts refused = KnownParts.of(THIRTY).with("ordered methods", "d1");
    assertThat(byRecord(refused.withPassedWith("d1"), tasks)).isNull();
    assertThat(there(byRecord(refused.withPassedWith("d2"), tasks)).classFiles()).isEqualTo("d2");
  }

  private static @Nullable SplitRequest byRecord(KnownParts known, List<TaskRequest> tasks) {
    return SplitTasks.byRecord(Map.of("long", known))
        .of(tasks, OrderChoice.LONGEST, SplitPlan.ofSlaves(4, tasks), spec -> true)
        .get(0)
        .split();
  }

  @Test
  void whatSomebodyWantsWholeIsWhole() {
    List<TaskRequest> tasks = longOneAnd(30);
    SplitTasks split = new SplitTasks(Map.of("long", KnownParts.of(THIRTY)), Map.of("long", "d1"));
    SplitPlan plan = SplitPlan.ofSlaves(4, tasks);
    assertThat(split.of(tasks, OrderChoice.LONGEST, plan, spec -> true)).isNotEqualTo(tasks);
    assertThat(split.of(tasks, OrderChoice.LONGEST, plan, spec -> false)).isEqualTo(tasks);
  }
}
