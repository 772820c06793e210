package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.TestExecution;
import java.util.List;

/**
 * Looks at the goals that the build runs before and behind its integration tests, such as those
 * that start and stop a server.
 */
final class GoalsAroundIntegrationTests {
  private static final String BEFORE = "pre-integration-test";

  private GoalsAroundIntegrationTests() {}

  /**
   * Checks the goals of a module.
   *
   * @param goals as prefix:goal, with their phases
   * @param executions those that are to be run
   * @return a warning if the user wants them to be passed over
   * @throws UsageException if there are goals that the module's integration tests need
   */
  static List<String> check(
      List<String> goals, List<TestExecution> executions, PrepareSettings settings) {
    boolean tested =
        executions.stream()
            .anyMatch(one -> one.integrationTests() != null && !one.classes().isEmpty());
    if (goals.isEmpty() || !tested) {
      return List.of();
    }
    String all = String.join(", ", goals);
    if (settings.ignored().contains(BEFORE)) {
      return List.of(all + ": not run, and the integration tests may need it");
    }
    throw new UsageException(
        all
            + ": rrrspec-java cannot run goals around integration tests. Leave --integration-tests"
            + " out, or set 'ignore: ["
            + BEFORE
            + "]' to run the tests without these goals");
  }
}
