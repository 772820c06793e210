package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalsAfterTestsTest {
  @Test
  void aGoalThatDecidesByTheResultsIsRefusedUnlessTheUserSaysOtherwise() {
    List<String> goals = List.of("jacoco:report", "jacoco:check");
    assertThatThrownBy(() -> GoalsAfterTests.check(goals, PrepareSettings.NONE))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("jacoco:check decides")
        .hasMessageContaining("'ignore: [jacoco:check]'");

    PrepareSettings ignoring =
        new PrepareSettings(List.of(), List.of("jacoco:check"), List.of(), false);
    assertThat(GoalsAfterTests.check(goals, ignoring))
        .containsExactly("jacoco:check runs before the tests here, not behind them");
  }

  @Test
  void otherGoalsAreNamedAndReportsAreNoMatter() {
    assertThat(
            GoalsAfterTests.check(
                List.of("jacoco:report", "antrun:run", "surefire-report:report-only"),
                PrepareSettings.NONE))
        .containsExactly("antrun:run runs before the tests here, not behind them");
  }
}
