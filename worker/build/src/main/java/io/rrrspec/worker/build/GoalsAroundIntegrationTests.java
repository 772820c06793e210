package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.TestExecution;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks at the goals that the build runs before and behind its integration tests, such as those
 * that start and stop a server.
 */
final class GoalsAroundIntegrationTests {
  private static final String BEFORE = "pre-integration-test";
  private static final String SUREFIRE = "surefire:test ";

  private GoalsAroundIntegrationTests() {}

  /**
   * Finds the goals that run around the tests of a module.
   *
   * @param goals as prefix:goal, with their phases
   * @param executions those that are to be run
   * @param warn gets a line if the user wants the goals to be passed over
   * @return those that run; none if there are no such tests
   * @throws UsageException if a goal runs tests of its own there
   */
  static List<String> of(
      List<String> goals,
      List<TestExecution> executions,
      PrepareSettings settings,
      Consumer<String> warn) {
    boolean tested =
        executions.stream()
            .anyMatch(one -> one.integrationTests() != null && !one.classes().isEmpty());
    if (goals.isEmpty() || !tested) {
      return List.of();
    }
    if (settings.ignored().contains(BEFORE)) {
      warn.accept(String.join(", ", goals) + ": not run, and the integration tests may need it");
      return List.of();
    }
    List<String> tests = goals.stream().filter(goal -> goal.startsWith(SUREFIRE)).toList();
    if (!tests.isEmpty()) {
      throw new UsageException(
          String.join(", ", tests)
              + ": rrrspec-java cannot run tests of Surefire in this phase. Leave"
              + " --integration-tests out, or set 'ignore: ["
              + BEFORE
              + "]' to run the tests of Failsafe without the goals around them");
    }
    return goals;
  }
}
