package io.rrrspec.common.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In which part a test of a class ran, and how a part stands. */
class PartsOfTestsTest {
  private static Trial trial(
      String key,
      TrialStatus status,
      @Nullable TrialVerdict verdict,
      int passed,
      int skipped,
      @Nullable String reason,
      String... tests) {
    return new Trial(
        key,
        "task",
        "slave",
        null,
        null,
        status,
        verdict,
        "",
        "",
        passed,
        skipped,
        0,
        Stream.of(tests)
            .map(name -> new CaseResult("T", name, CaseResult.Outcome.PASSED, 1, null, null, null))
            .toList(),
        reason,
        0);
  }

  private static PartTrial part(
      int number, String key, TrialVerdict verdict, int passed, int skip) {
    TrialStatus status =
        verdict == TrialVerdict.PASSED
            ? TrialStatus.PASSED
            : verdict == TrialVerdict.PENDING ? TrialStatus.PENDING : TrialStatus.FAILED;
    return new PartTrial(1, number, 3, trial(key, status, verdict, passed, skip, null));
  }

  private static final List<PartTrial> PARTS =
      List.of(
          part(1, "t#1/3:trial:lost", TrialVerdict.LOST, 2, 0),
          part(1, "t#1/3:trial:one", TrialVerdict.PASSED, 2, 0),
          part(2, "t#2/3:trial:two", TrialVerdict.PENDING, 0, 1),
          part(3, "t#3/3:trial:three", TrialVerdict.PASSED, 1, 0));

  private static List<Integer> partsOf(Trial ofClass) {
    return PartsOfTests.of(ofClass, PARTS).stream().map(PartTrial::part).toList();
  }

  private static Trial merged(String... tests) {
    return trial("t:trial:two", TrialStatus.PENDING, TrialVerdict.PENDING, 3, 1, null, tests);
  }

  @Test
  void goodPartsHaveTheirTestsOneAfterTheOther() {
    assertThat(partsOf(merged("a", "b", "c", "d"))).containsExactly(1, 1, 2, 3);
  }

  @Test
  void whereTheCountsDoNotFitNothingIsSaid() {
    assertThat(partsOf(merged("a", "b", "c"))).isEmpty();
    assertThat(partsOf(merged("a", "b", "c", "d", "e"))).isEmpty();
  }

  @Test
  void aFailedPartHasAllTestsOfItsOwnTrial() {
    Trial bad = trial("t:trial:three", TrialStatus.FAILED, TrialVerdict.BAD, 0, 0, null, "x", "y");
    assertThat(partsOf(bad)).containsExactly(3, 3);
  }

  @Test
  void aTrialOfTheWholeClassHasNoParts() {
    Trial whole = trial("t:trial:w", TrialStatus.PASSED, TrialVerdict.PASSED, 1, 0, null, "a");
    assertThat(partsOf(whole)).isEmpty();
  }

  private static String state(
      TrialStatus status, @Nullable TrialVerdict verdict, @Nullable String reason) {
    return new PartTrial(1, 1, 2, trial("t#1/2:trial:x", status, verdict, 0, 0, reason))
        .state(true);
  }

  @Test
  void aRefusalIsNoFailure() {
    String refused = PartReport.REFUSED + "ordered methods";
    assertThat(state(TrialStatus.ERROR, TrialVerdict.SUPERSEDED, refused)).isEqualTo("refused");
    assertThat(state(TrialStatus.ERROR, TrialVerdict.SUPERSEDED, "no class")).isEqualTo("error");
    assertThat(state(TrialStatus.ERROR, TrialVerdict.BAD, refused))
        .as("a test may say anything")
        .isEqualTo("error");
    assertThat(state(TrialStatus.PENDING, TrialVerdict.PENDING, null)).isEqualTo("pending");
    assertThat(state(TrialStatus.OPEN, TrialVerdict.LOST, null)).isEqualTo("lost");
    assertThat(state(TrialStatus.OPEN, null, null)).isEqualTo("running");
    assertThat(
            new PartTrial(1, 1, 2, trial("t#1/2:trial:x", TrialStatus.OPEN, null, 0, 0, null))
                .state(false))
        .as("in a run that is over")
        .isEqualTo("lost");
  }
}
