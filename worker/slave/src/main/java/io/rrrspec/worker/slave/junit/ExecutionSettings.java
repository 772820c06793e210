package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestProvider;
import java.util.List;

/**
 * What a slave needs to know of an execution.
 *
 * @param id its id in the build
 * @param classes the classes that it selects
 * @param junit which of their tests run
 * @param failIfNoTests whether it is a failure if none of its classes has a test that may run
 * @param failIfEngineMissing whether a class with tests that no engine runs is red
 */
record ExecutionSettings(
    String id,
    List<String> classes,
    JUnitSettings junit,
    boolean failIfNoTests,
    boolean failIfEngineMissing) {
  ExecutionSettings {
    classes = List.copyOf(classes);
  }

  static ExecutionSettings of(TestExecution execution) {
    TestProvider provider = execution.provider();
    GroupSyntax syntax =
        switch (provider) {
          case JUNIT3, JUNIT4 -> GroupSyntax.CATEGORIES;
          case TESTNG -> GroupSyntax.GROUPS;
          case JUNIT_PLATFORM, NONE -> GroupSyntax.TAGS;
        };
    JUnitSettings settings =
        new JUnitSettings(
            list(execution.selection().groups()),
            list(execution.selection().excludedGroups()),
            syntax,
            execution.selection().includedEngines(),
            execution.selection().excludedEngines(),
            execution.configurationParameters(),
            provider);
    return new ExecutionSettings(
        execution.id(),
        execution.classes(),
        settings,
        execution.failIfNoTests(),
        execution.failIfEngineMissing());
  }

  private static List<String> list(String text) {
    return text.isBlank() ? List.of() : List.of(text);
  }
}
