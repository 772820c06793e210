package io.rrrspec.common.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TestCountsTest {
  private static Trial trial(@Nullable TrialVerdict verdict, int passed, int pending, int failed) {
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
        List.of(),
        null,
        0);
  }

  @Test
  void aGoodTaskHasTheTestsOfItsGoodTrialWhateverElseRan() {
    List<Trial> trials =
        List.of(
            trial(TrialVerdict.BAD, 1, 0, 2),
            trial(TrialVerdict.LOST, 9, 9, 9),
            trial(TrialVerdict.PENDING, 2, 1, 0),
            trial(TrialVerdict.SUPERSEDED, 7, 7, 7));

    assertThat(TestCounts.of(TaskStatus.PENDING, trials)).isEqualTo(new TestCounts(2, 1, 0));
  }

  @Test
  void aTaskThatFailedHasThoseOfItsLastBadTrial() {
    List<Trial> trials =
        List.of(
            trial(TrialVerdict.BAD, 1, 0, 2),
            trial(TrialVerdict.BAD, 2, 0, 1),
            trial(TrialVerdict.SUPERSEDED, 3, 0, 0));

    assertThat(TestCounts.of(TaskStatus.FAILED, trials)).isEqualTo(new TestCounts(2, 0, 1));
  }

  @Test
  void aClassThatFailedOutsideOfItsTestsCountsAsOneThatFailed() {
    List<Trial> trials = List.of(trial(TrialVerdict.BAD, 2, 1, 0));

    assertThat(TestCounts.of(TaskStatus.FAILED, trials)).isEqualTo(new TestCounts(2, 1, 1));
  }

  @Test
  void whatIsNotDecidedOrWasNeverTriedCountsNothing() {
    List<Trial> trials = List.of(trial(TrialVerdict.BAD, 1, 0, 2), trial(null, 0, 0, 0));

    assertThat(TestCounts.of(TaskStatus.UNDECIDED, trials)).isEqualTo(TestCounts.NONE);
    assertThat(TestCounts.of(TaskStatus.FAILED, List.of())).isEqualTo(TestCounts.NONE);
  }
}
