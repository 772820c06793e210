package io.rrrspec.common.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TestCountsTest {
  private static Trial trial(@Nullable TrialVerdict verdict, int passed, int pending, int failed) {
    return trial(verdict, passed, pending, failed, null);
  }

  private static Trial trial(
      @Nullable TrialVerdict verdict,
      int passed,
      int pending,
      int failed,
      @Nullable String reason,
      CaseResult... cases) {
    return new Trial(
        "t",
        "A",
        "s",
        null,
        null,
        TrialStatus.PASSED,
        verdict,
        "",
        "",
        passed,
        pending,
        failed,
        List.of(cases),
        reason,
        0);
  }

  private static CaseResult test(String name, Outcome outcome, String message) {
    return new CaseResult("A", name, outcome, 1, message, null, null);
  }

  @Test
  void aClassThatFailedBesideItsTestsCountsOnceMore() {
    CaseResult red = test("x", Outcome.FAILED, "x is red");
    CaseResult around = test("", Outcome.ERROR, "in @AfterAll");
    assertThat(count(trial(TrialVerdict.BAD, 2, 0, 1, "the JVM ended with exit code 134", red)))
        .isEqualTo(new TestCounts(2, 0, 2, 0));
    assertThat(count(trial(TrialVerdict.BAD, 2, 0, 2, "A: in @AfterAll", red, around)))
        .as("a test of it tells that")
        .isEqualTo(new TestCounts(2, 0, 2, 0));
    assertThat(count(trial(TrialVerdict.BAD, 2, 0, 1, "x is red", red)))
        .isEqualTo(new TestCounts(2, 0, 1, 0));
    assertThat(count(trial(TrialVerdict.BAD, 2, 0, 1, null, red)))
        .isEqualTo(new TestCounts(2, 0, 1, 0));
  }

  private static TestCounts count(Trial trial) {
    return TestCounts.of(TaskStatus.FAILED, List.of(trial));
  }

  @Test
  void mutedTestsHaveACountOfTheirOwn() {
    Trial trial =
        trial(
            TrialVerdict.PENDING,
            1,
            3,
            0,
            null,
            test("x", Outcome.MUTED, "red"),
            test("y", Outcome.SKIPPED, "later"),
            test("z", Outcome.MUTED, "red"));
    TestCounts counts = TestCounts.of(TaskStatus.PENDING, List.of(trial));
    assertThat(counts).isEqualTo(new TestCounts(1, 3, 0, 2));
    assertThat(counts.leftOut()).isEqualTo(1);
    assertThat(counts.plus(counts).muted()).isEqualTo(4);
  }

  @Test
  void onlyWhereSumsDoNotTellTestsAreRead() {
    assertThat(needed(TaskStatus.FAILED, false, trial(TrialVerdict.BAD, 1, 0, 1, "why"))).isTrue();
    assertThat(needed(TaskStatus.FAILED, false, trial(TrialVerdict.BAD, 1, 0, 1))).isFalse();
    assertThat(needed(TaskStatus.FAILED, true, trial(TrialVerdict.BAD, 1, 2, 1))).isTrue();
    assertThat(needed(TaskStatus.PENDING, false, trial(TrialVerdict.PENDING, 1, 2, 0))).isFalse();
    assertThat(needed(TaskStatus.PENDING, true, trial(TrialVerdict.PENDING, 1, 2, 0))).isTrue();
    assertThat(needed(TaskStatus.UNDECIDED, true, trial(TrialVerdict.BAD, 1, 2, 1, "w"))).isFalse();
  }

  private static boolean needed(TaskStatus status, boolean mutes, Trial trial) {
    return TestCounts.needTests(status, List.of(trial), mutes);
  }

  @Test
  void aGoodTaskHasTheTestsOfItsGoodTrialWhateverElseRan() {
    List<Trial> trials =
        List.of(
            trial(TrialVerdict.BAD, 1, 0, 2),
            trial(TrialVerdict.LOST, 9, 9, 9),
            trial(TrialVerdict.PENDING, 2, 1, 0),
            trial(TrialVerdict.SUPERSEDED, 7, 7, 7));

    assertThat(TestCounts.of(TaskStatus.PENDING, trials)).isEqualTo(new TestCounts(2, 1, 0, 0));
  }

  @Test
  void aTaskThatFailedHasThoseOfItsLastBadTrial() {
    List<Trial> trials =
        List.of(
            trial(TrialVerdict.BAD, 1, 0, 2),
            trial(TrialVerdict.BAD, 2, 0, 1),
            trial(TrialVerdict.SUPERSEDED, 3, 0, 0));

    assertThat(TestCounts.of(TaskStatus.FAILED, trials)).isEqualTo(new TestCounts(2, 0, 1, 0));
  }

  @Test
  void aClassThatFailedOutsideOfItsTestsCountsAsOneThatFailed() {
    List<Trial> trials = List.of(trial(TrialVerdict.BAD, 2, 1, 0));

    assertThat(TestCounts.of(TaskStatus.FAILED, trials)).isEqualTo(new TestCounts(2, 1, 1, 0));
  }

  @Test
  void whatIsNotDecidedOrWasNeverTriedCountsNothing() {
    List<Trial> trials = List.of(trial(TrialVerdict.BAD, 1, 0, 2), trial(null, 0, 0, 0));

    assertThat(TestCounts.of(TaskStatus.UNDECIDED, trials)).isEqualTo(TestCounts.NONE);
    assertThat(TestCounts.of(TaskStatus.FAILED, List.of())).isEqualTo(TestCounts.NONE);
  }
}
