package io.rrrspec.persister.record.history;

import static io.rrrspec.common.model.JvmKind.AS_IS;
import static io.rrrspec.common.model.JvmKind.QUICK;
import static io.rrrspec.common.model.JvmKind.SERIAL;
import static io.rrrspec.common.model.RunWay.Kind.PLAIN;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.PastTests;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.RanTests;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.history.JvmRecord.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What past runs say about kinds of JVM. */
class JvmHistoryTest extends ArchiveContract {
  private void ran(String spec, JvmKind kind, int millis, TrialVerdict... verdicts) {
    save(add(aRun(), spec, kind, millis, verdicts));
  }

  private void wasRefused(String spec, JvmKind kind) {
    RunBuilder run = aRun();
    save(
        run.taskIn(
            new TaskJvm(kind, TaskJvm.State.REFUSED),
            spec,
            TaskStatus.PASSED,
            run.trial(spec, TrialVerdict.BAD, 9),
            run.trial(spec, TrialVerdict.PASSED, 9),
            run.trial(spec, TrialVerdict.PROBE, 9)));
  }

  private static RunBuilder add(
      RunBuilder run, String spec, JvmKind kind, int millis, TrialVerdict... verdicts) {
    ProcessorTime time = new ProcessorTime(Duration.ofMillis(millis), Duration.ofMillis(1), null);
    Trial[] trials = new Trial[verdicts.length];
    boolean good = false;
    for (int i = 0; i < trials.length; i++) {
      trials[i] = run.trial(spec, verdicts[i], 5_000).withProcessorTime(time);
      good |= verdicts[i] == TrialVerdict.PASSED;
    }
    TaskJvm jvm = kind == AS_IS ? null : new TaskJvm(kind, TaskJvm.State.TRIED);
    return run.taskIn(jvm, spec, good ? TaskStatus.PASSED : TaskStatus.FAILED, trials);
  }

  private void save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private static Measured took(int runs, int millis) {
    return new Measured(runs, Duration.ofMillis(millis));
  }

  private Map<String, JvmRecord> found(Collection<String> specs) {
    return new JvmHistory(database).of("myclass", specs);
  }

  private JvmRecord found(String spec) {
    return Objects.requireNonNull(found(List.of(spec)).get(spec));
  }

  @Test
  void timesAreThoseOfTheirKindOfJvm() {
    ran("A", AS_IS, 400, TrialVerdict.PASSED);
    ran("A", QUICK, 100, TrialVerdict.PASSED);
    ran("A", SERIAL, 200, TrialVerdict.PASSED);
    ran("A", AS_IS, 400, TrialVerdict.PASSED);

    assertThat(found("A"))
        .isEqualTo(
            new JvmRecord(
                4,
                List.of(AS_IS, SERIAL, QUICK, AS_IS),
                Map.of(AS_IS, took(2, 400), QUICK, took(1, 100), SERIAL, took(1, 200)),
                Set.of(),
                Set.of()));
    assertThat(new JvmHistory(database).of("other", List.of("A"))).isEmpty();
    assertThat(found(List.of("B"))).isEmpty();
  }

  @Test
  void aKindThatDidNotStartIsKnownForTwentyRunsAndThoseWereAsIs() {
    RunBuilder run = aRun();
    Trial passed =
        run.trial("A", TrialVerdict.PASSED, 9)
            .withProcessorTime(
                new ProcessorTime(Duration.ofMillis(300), Duration.ofMillis(1), null));
    save(run.taskIn(new TaskJvm(QUICK, TaskJvm.State.UNSTARTED), "A", TaskStatus.PASSED, passed));
    assertThat(found("A"))
        .isEqualTo(
            new JvmRecord(1, List.of(AS_IS), Map.of(AS_IS, took(1, 300)), Set.of(), Set.of(QUICK)));

    for (int i = 1; i < Estimates.RUNS; i++) {
      ran("A", AS_IS, 300, TrialVerdict.PASSED);
    }
    assertThat(found("A").unstarted()).containsExactly(QUICK);
    ran("A", AS_IS, 300, TrialVerdict.PASSED);
    assertThat(found("A").unstarted()).isEmpty();
  }

  @Test
  void aKindInWhichAClassHadOtherTestsIsClosedForTwentyRunsAndItWasAsIs() {
    RunBuilder run = aRun();
    Trial passed =
        run.trial("A", TrialVerdict.PASSED, 9)
            .withProcessorTime(
                new ProcessorTime(Duration.ofMillis(300), Duration.ofMillis(1), null));
    save(run.taskIn(new TaskJvm(QUICK, TaskJvm.State.DIFFERS), "A", TaskStatus.PASSED, passed));
    assertThat(found("A"))
        .isEqualTo(
            new JvmRecord(1, List.of(AS_IS), Map.of(AS_IS, took(1, 300)), Set.of(QUICK), Set.of()));
    for (int i = 0; i < Estimates.RUNS; i++) {
      ran("A", AS_IS, 300, TrialVerdict.PASSED);
    }
    assertThat(found("A").refused()).isEmpty();
  }

  @Test
  void theTestsOfAClassAreThoseOfItsNewestPass() {
    CaseResult ran = new CaseResult("A", "a", CaseResult.Outcome.PASSED, 9, null, null, null);
    CaseResult left = new CaseResult("A", "b", CaseResult.Outcome.SKIPPED, 0, null, null, null);
    RunBuilder older = aRun();
    Trial trial = older.trial("A", TrialVerdict.PASSED, 9, ran, left);
    Trial foreign = older.trial("B", TrialVerdict.PASSED, 9);
    save(older.task("A", TaskStatus.PASSED, trial).task("B", TaskStatus.PASSED, foreign));
    RunBuilder newer = aRun();
    save(newer.task("A", TaskStatus.FAILED, newer.trial("A", TrialVerdict.BAD, 9)));
    assertThat(new JvmHistory(database).tests("myclass"))
        .containsOnly(
            Map.entry(
                "A",
                new PastTests(
                    trial.passed() + trial.pending(), trial.passed(), RanTests.of(trial.cases()))),
            Map.entry(
                "B", new PastTests(foreign.passed() + foreign.pending(), foreign.passed(), null)));
    assertThat(new JvmHistory(database).tests("other")).isEmpty();
  }

  @Test
  void aPlainRunInWhichAClassWasGoodSaysNothingButThat() {
    ran("A", QUICK, 100, TrialVerdict.PASSED);
    for (int i = 0; i < Estimates.RUNS; i++) {
      save(add(aRun().way(PLAIN, 2), "A", AS_IS, 400, TrialVerdict.PASSED));
    }
    JvmRecord record = found("A");
    assertThat(record.passes()).isEqualTo(Estimates.RUNS);
    assertThat(record.times()).isEqualTo(Map.of(QUICK, took(1, 100)));

    save(add(aRun().way(PLAIN, 2), "A", AS_IS, 400, TrialVerdict.BAD, TrialVerdict.PASSED));
    assertThat(found("A").passes()).isZero();
  }

  /** Q: in a quick JVM, S: in a serial one, a: as is; the oldest first. */
  @ParameterizedTest
  @CsvSource({
    "QQ, QUICK",
    "aQQ, QUICK",
    "QQa, QUICK",
    "QaQ, QUICK",
    "QQS, QUICK",
    "SSQ, SERIAL",
    "SSa, SERIAL",
    "QQaa, AS_IS",
    "aaQ, AS_IS",
    "QaaQ, AS_IS",
    "aQS, AS_IS",
    "QSaQSaQS, AS_IS",
    "Qa, AS_IS",
    "a, AS_IS",
    "Q, AS_IS"
  })
  void aClassStaysWhereTwoOfItsLastThreeRunsWere(String runs, JvmKind kind) {
    for (String one : runs.split("")) {
      ran(
          "A",
          one.equals("Q") ? QUICK : one.equals("S") ? SERIAL : AS_IS,
          100,
          TrialVerdict.PASSED);
    }

    assertThat(found("A").stays()).isEqualTo(kind);
  }

  @Test
  void ofShortTimesTheMeanCounts() {
    for (int millis : new int[] {10, 1, 1, 10, 1, 1}) {
      ran("A", AS_IS, millis, TrialVerdict.PASSED);
    }
    for (int millis : new int[] {1, 10, 50}) {
      ran("A", QUICK, millis, TrialVerdict.PASSED);
    }
    JvmRecord found = found("A");
    assertThat(found.time(AS_IS)).isEqualTo(Duration.ofMillis(4));
    assertThat(found.time(QUICK)).isBetween(Duration.ofMillis(20), Duration.ofMillis(21));
    assertThat(found.isShort()).isTrue();

    ran("A", QUICK, 51, TrialVerdict.PASSED);
    assertThat(found("A").time(QUICK)).as("the weighted median").isEqualTo(Duration.ofMillis(50));
    ran("A", AS_IS, 10_000, TrialVerdict.PASSED);
    assertThat(found("A").isShort()).as("one run that took longer").isTrue();
    ran("A", AS_IS, 10_000, TrialVerdict.PASSED);
    assertThat(found("A").isShort()).isFalse();
  }

  @Test
  void whatCameBeforeABadTrialDoesNotCount() {
    ran("A", QUICK, 100, TrialVerdict.PASSED);
    ran("A", AS_IS, 400, TrialVerdict.BAD, TrialVerdict.PASSED);
    ran("A", AS_IS, 300, TrialVerdict.PASSED);

    assertThat(found("A"))
        .isEqualTo(
            new JvmRecord(
                1, List.of(AS_IS, AS_IS, QUICK), Map.of(AS_IS, took(1, 300)), Set.of(), Set.of()));
  }

  @Test
  void aTrialThatWasLostOrCopiedIsNoneOfTheClass() {
    ran("A", AS_IS, 400, TrialVerdict.LOST, TrialVerdict.PASSED);
    ran("A", AS_IS, 400, TrialVerdict.SUPERSEDED, TrialVerdict.PASSED);

    assertThat(found("A").passes()).isEqualTo(2);
  }

  @Test
  void whatFailsThereOnlyIsRememberedAlsoWithoutItsRun() {
    wasRefused("A", QUICK);
    wasRefused("A", QUICK);
    wasRefused("B", QUICK);
    wasRefused("B", SERIAL);
    for (int i = 0; i < Estimates.RUNS; i++) {
      ran("A", AS_IS, 400, TrialVerdict.PASSED);
    }

    assertThat(found("A").refused()).containsExactly(QUICK);
    assertThat(found("B").refused()).containsExactlyInAnyOrder(QUICK, SERIAL);
    assertThat(found("A").passes()).isEqualTo(Estimates.RUNS);
    assertThat(found("A").newest()).hasSize(Estimates.RUNS).containsOnly(AS_IS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 100})
  void runsOfOtherClassesSayNothing(int classes) {
    List<String> specs = IntStream.range(0, classes).mapToObj(n -> "C" + n).toList();
    for (int i = 0; i < Estimates.RUNS; i++) {
      RunBuilder run = aRun();
      JvmKind kind = i == Estimates.RUNS - 1 ? QUICK : AS_IS;
      specs.forEach(spec -> add(run, spec, kind, 10, TrialVerdict.PASSED));
      save(run);
      ran("C0", AS_IS, 10, TrialVerdict.PASSED);
      save(add(aRun().partial(), "C1", AS_IS, 10, TrialVerdict.PASSED));
      save(add(aRun().cached(), "C1", AS_IS, 10, TrialVerdict.PASSED));
    }
    ran("new", AS_IS, 10, TrialVerdict.PASSED);

    List<String> all = new ArrayList<>(specs);
    all.add("new");
    Map<String, JvmRecord> found = found(all);
    Map<JvmKind, Measured> times = Map.of(AS_IS, took(19, 10), QUICK, took(1, 10));
    specs.stream()
        .skip(1)
        .forEach(
            spec -> {
              JvmRecord record = Objects.requireNonNull(found.get(spec));
              assertThat(record.passes()).isEqualTo(Estimates.RUNS);
              assertThat(record.forSpeedInARow()).isEqualTo(1);
              assertThat(record.times()).isEqualTo(times);
            });
    JvmRecord first = Objects.requireNonNull(found.get("C0"));
    assertThat(first.passes()).isEqualTo(Estimates.RUNS);
    assertThat(first.forSpeedInARow()).isZero();
    assertThat(first.times()).isEqualTo(times);
    assertThat(found.get("new"))
        .isEqualTo(
            new JvmRecord(1, List.of(AS_IS), Map.of(AS_IS, took(1, 10)), Set.of(), Set.of()));
  }

  @Test
  void theLastPassAsIsIsKnownByItsClassFiles() {
    AsIsPasses passes = new AsIsPasses(database);
    assertThat(passes.digests("myclass")).isEmpty();
    passes.add("myclass", Map.of("A", "1a", "B", "1b"), RunBuilder.START);
    passes.add("myclass", Map.of("A", "2a"), RunBuilder.START);
    passes.add("myclass", Map.of(), RunBuilder.START);
    passes.add("other", Map.of("B", "3b"), RunBuilder.START);

    assertThat(passes.digests("myclass")).containsOnly(Map.entry("A", "2a"), Map.entry("B", "1b"));
    assertThat(passes.digests("other")).containsOnly(Map.entry("B", "3b"));
  }
}
