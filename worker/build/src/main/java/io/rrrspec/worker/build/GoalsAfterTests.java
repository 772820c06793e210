package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Looks at the goals that the build runs behind its tests, in the same phase. Prepare runs them
 * before the tests, so that they find no results.
 */
final class GoalsAfterTests {
  /** Goals that decide by the results whether the build is red. */
  private static final Set<String> DECIDE = Set.of("jacoco:check");

  private GoalsAfterTests() {}

  /**
   * Checks the goals.
   *
   * @param goals as prefix:goal, such as <code>jacoco:check</code>
   * @return a warning for each that may miss the results; goals that only report are no matter
   * @throws UsageException if one decides whether the build is red, and the user has not said that
   *     it may be passed over
   */
  static List<String> check(List<String> goals, PrepareSettings settings) {
    List<String> warnings = new ArrayList<>();
    for (String goal : goals) {
      if (DECIDE.contains(goal) && !settings.ignored().contains(goal)) {
        throw new UsageException(
            goal
                + " decides in the phase test whether the build is red, and rrrspec-java cannot run"
                + " it behind the tests. The run could be green where mvn test is red: bind it to"
                + " the phase verify, or set 'ignore: ["
                + goal
                + "]' to run without it");
      }
      if (!goal.contains(":report")) {
        warnings.add(goal + " runs before the tests here, not behind them");
      }
    }
    return warnings;
  }
}
