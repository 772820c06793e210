package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.json.PlainJson;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestProvider;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a slave needs to know of an execution.
 *
 * @param id its id in the build
 * @param classes the classes that it selects, in the order of the build; a set, since each class
 *     that runs is looked up in it
 * @param junit which of their tests run
 * @param failIfNoTests whether it is a failure if none of its classes has a test that may run
 * @param failIfEngineMissing whether a class with tests that no engine runs is red
 */
record ExecutionSettings(
    String id,
    Set<String> classes,
    JUnitSettings junit,
    boolean failIfNoTests,
    boolean failIfEngineMissing) {
  ExecutionSettings {
    classes = Collections.unmodifiableSet(new LinkedHashSet<>(classes));
  }

  /** What the project says of it. */
  static ExecutionSettings of(TestExecution execution) {
    TestProvider provider = execution.provider();
    JUnitSettings settings =
        new JUnitSettings(
            list(execution.selection().groups()),
            list(execution.selection().excludedGroups()),
            syntax(provider),
            execution.selection().includedEngines(),
            execution.selection().excludedEngines(),
            execution.configurationParameters(),
            provider);
    return new ExecutionSettings(
        execution.id(),
        new LinkedHashSet<>(execution.classes()),
        settings,
        execution.failIfNoTests(),
        execution.failIfEngineMissing());
  }

  /**
   * The same, from the execution's JSON.
   *
   * @throws IOException if something of it is missing
   */
  static ExecutionSettings of(PlainJson execution) throws IOException {
    TestProvider provider = provider(execution.text("provider"));
    PlainJson selection = execution.object("selection");
    JUnitSettings settings =
        new JUnitSettings(
            list(selection.text("groups")),
            list(selection.text("excludedGroups")),
            syntax(provider),
            selection.texts("includedEngines"),
            selection.texts("excludedEngines"),
            execution.textsByName("configurationParameters"),
            provider);
    return new ExecutionSettings(
        execution.text("id"),
        new LinkedHashSet<>(execution.texts("classes")),
        settings,
        execution.flag("failIfNoTests"),
        execution.flag("failIfEngineMissing"));
  }

  private static TestProvider provider(String name) throws IOException {
    return switch (name) {
      case "junit3" -> TestProvider.JUNIT3;
      case "junit4" -> TestProvider.JUNIT4;
      case "testng" -> TestProvider.TESTNG;
      case "junit-platform" -> TestProvider.JUNIT_PLATFORM;
      case "none" -> TestProvider.NONE;
      default -> throw new IOException("no provider " + name);
    };
  }

  private static GroupSyntax syntax(TestProvider provider) {
    return switch (provider) {
      case JUNIT3, JUNIT4 -> GroupSyntax.CATEGORIES;
      case TESTNG -> GroupSyntax.GROUPS;
      case JUNIT_PLATFORM, NONE -> GroupSyntax.TAGS;
    };
  }

  private static List<String> list(String text) {
    return text.isBlank() ? List.of() : List.of(text);
  }
}
