package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.QuickState;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What past runs say about JVMs that are made for speed. */
class QuickHistoryTest extends ArchiveContract {
  private void ran(String spec, @Nullable QuickState quick, int millis, TrialVerdict... verdicts) {
    save(add(aRun(), spec, quick, millis, verdicts));
  }

  private static RunBuilder add(
      RunBuilder run,
      String spec,
      @Nullable QuickState quick,
      int millis,
      TrialVerdict... verdicts) {
    ProcessorTime time = new ProcessorTime(Duration.ofMillis(millis), Duration.ofMillis(1), null);
    Trial[] trials = new Trial[verdicts.length];
    boolean good = false;
    for (int i = 0; i < trials.length; i++) {
      trials[i] = run.trial(spec, verdicts[i], 5_000).withProcessorTime(time);
      good |= verdicts[i] == TrialVerdict.PASSED;
    }
    return run.quickTask(spec, good ? TaskStatus.PASSED : TaskStatus.FAILED, quick, trials);
  }

  private void save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
  }

  private Map<String, QuickRecord> found(Collection<String> specs) {
    return new QuickHistory(database).of("myclass", specs);
  }

  private QuickRecord found(String spec) {
    return Objects.requireNonNull(found(List.of(spec)).get(spec));
  }

  @Test
  void timesAreThoseOfTheirKindOfJvm() {
    ran("A", null, 400, TrialVerdict.PASSED);
    ran("A", QuickState.TRIED, 100, TrialVerdict.PASSED);
    ran("A", null, 400, TrialVerdict.PASSED);

    assertThat(found("A"))
        .isEqualTo(
            new QuickRecord(
                3, 1, 0, false, Duration.ofMillis(400), 1, Duration.ofMillis(100), false));
    assertThat(new QuickHistory(database).of("other", List.of("A"))).isEmpty();
    assertThat(found(List.of("B"))).isEmpty();
  }

  /** Q: in a quick JVM, a: as is; the oldest first. */
  @ParameterizedTest
  @ValueSource(strings = {"QQ -", "aQQ -", "QQa -", "aaQ", "QaaQ", "QQaa", "QaQ", "Qa", "a", "Q"})
  void aClassStaysWhereItHasBeenTwiceInARow(String runs) {
    for (String kind : runs.replaceAll("\\W", "").split("")) {
      ran("A", kind.equals("Q") ? QuickState.TRIED : null, 100, TrialVerdict.PASSED);
    }

    assertThat(found("A").stays()).isEqualTo(runs.endsWith("-"));
  }

  @Test
  void ofShortTimesTheMeanCounts() {
    for (int millis : new int[] {10, 1, 1, 10, 1, 1}) {
      ran("A", null, millis, TrialVerdict.PASSED);
    }
    for (int millis : new int[] {1, 10, 50}) {
      ran("A", QuickState.TRIED, millis, TrialVerdict.PASSED);
    }
    QuickRecord found = found("A");
    assertThat(found.asIs()).isEqualTo(Duration.ofMillis(4));
    assertThat(found.quick()).isBetween(Duration.ofMillis(20), Duration.ofMillis(21));
    assertThat(found.isShort()).isTrue();

    ran("A", QuickState.TRIED, 51, TrialVerdict.PASSED);
    assertThat(found("A").quick()).as("the weighted median").isEqualTo(Duration.ofMillis(50));
    ran("A", null, 10_000, TrialVerdict.PASSED);
    assertThat(found("A").isShort()).as("one run that took longer").isTrue();
    ran("A", null, 10_000, TrialVerdict.PASSED);
    assertThat(found("A").isShort()).isFalse();
  }

  @Test
  void whatCameBeforeABadTrialDoesNotCount() {
    ran("A", QuickState.TRIED, 100, TrialVerdict.PASSED);
    ran("A", null, 400, TrialVerdict.BAD, TrialVerdict.PASSED);
    ran("A", null, 300, TrialVerdict.PASSED);

    assertThat(found("A"))
        .isEqualTo(new QuickRecord(1, 2, 0, false, Duration.ofMillis(300), 0, null, false));
  }

  @Test
  void aTrialThatWasLostOrCopiedIsNoneOfTheClass() {
    ran("A", null, 400, TrialVerdict.LOST, TrialVerdict.PASSED);
    ran("A", null, 400, TrialVerdict.SUPERSEDED, TrialVerdict.PASSED);

    assertThat(found("A").passes()).isEqualTo(2);
  }

  @Test
  void whatFailsThereOnlyIsRememberedAlsoWithoutItsRun() {
    ran("A", QuickState.REFUSED, 9, TrialVerdict.BAD, TrialVerdict.PASSED, TrialVerdict.PROBE);
    ran("A", QuickState.REFUSED, 9, TrialVerdict.BAD, TrialVerdict.PASSED, TrialVerdict.PROBE);
    for (int i = 0; i < Estimates.RUNS; i++) {
      ran("A", null, 400, TrialVerdict.PASSED);
    }

    assertThat(found("A").refused()).isTrue();
    assertThat(found("A").passes()).isEqualTo(Estimates.RUNS);
    assertThat(found("A").asIsInARow()).isEqualTo(Estimates.RUNS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 100})
  void runsOfOtherClassesSayNothing(int classes) {
    List<String> specs = IntStream.range(0, classes).mapToObj(n -> "C" + n).toList();
    for (int i = 0; i < Estimates.RUNS; i++) {
      RunBuilder run = aRun();
      QuickState quick = i == Estimates.RUNS - 1 ? QuickState.TRIED : null;
      specs.forEach(spec -> add(run, spec, quick, 10, TrialVerdict.PASSED));
      save(run);
      ran("C0", null, 10, TrialVerdict.PASSED);
      save(add(aRun().partial(), "C1", null, 10, TrialVerdict.PASSED));
      save(add(aRun().cached(), "C1", null, 10, TrialVerdict.PASSED));
    }
    ran("new", null, 10, TrialVerdict.PASSED);

    List<String> all = new ArrayList<>(specs);
    all.add("new");
    Map<String, QuickRecord> found = found(all);
    Duration time = Duration.ofMillis(10);
    specs.stream()
        .skip(1)
        .forEach(
            spec ->
                assertThat(found.get(spec))
                    .isEqualTo(new QuickRecord(Estimates.RUNS, 0, 1, false, time, 1, time, false)));
    assertThat(found.get("C0"))
        .isEqualTo(new QuickRecord(Estimates.RUNS, 1, 0, false, time, 1, time, false));
    assertThat(found.get("new")).isEqualTo(new QuickRecord(1, 1, 0, false, time, 0, null, false));
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
