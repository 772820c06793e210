package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the settings of an execution that, passed over, would let a run be green where the build is
 * red. They are refused, unless the user has said that they may be passed over.
 */
final class Refusals {
  private static final String NO_LISTENER =
      "a listener can fail a build, and this one would not be called";

  private final TestExecution execution;
  private final SurefireParameters parameters;
  private final Map<String, String> found = new LinkedHashMap<>();

  private Refusals(TestExecution execution, SurefireParameters parameters) {
    this.execution = execution;
    this.parameters = parameters;
  }

  /**
   * Checks an execution.
   *
   * @param providers Surefire's providers that the plugin names among its dependencies
   * @return a warning for each setting that the user wants to be passed over
   * @throws UsageException if there are others
   */
  static List<String> check(
      TestExecution execution,
      SurefireParameters parameters,
      List<String> providers,
      PrepareSettings settings) {
    Refusals refusals = new Refusals(execution, parameters);
    refusals.selection();
    refusals.provider(providers);
    refusals.properties();
    List<String> warnings = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    List<String> names = new ArrayList<>();
    refusals.found.forEach(
        (name, why) -> {
          if (settings.ignored().contains(name)) {
            warnings.add(execution.id() + ": " + refusals.shown(name) + " is not honoured: " + why);
          } else {
            refused.add(refusals.shown(name) + ": " + why);
            names.add(name);
          }
        });
    if (!refused.isEmpty()) {
      throw new UsageException(
          execution.id()
              + ": "
              + String.join("; ", refused)
              + ". The run could be green where mvn test is red: take it out of the build, or set"
              + " 'ignore: ["
              + String.join(", ", names)
              + "]' to run without it");
    }
    return warnings;
  }

  private void selection() {
    if (parameters.shown("dependenciesToScan") != null) {
      found.put("dependenciesToScan", "tests in dependencies are not run");
    }
    // Surefire itself passes over the suites if somebody names single tests.
    if (parameters.shown("suiteXmlFiles") != null && parameters.text("test").isEmpty()) {
      found.put("suiteXmlFiles", "the classes that includes choose are run instead");
    }
    boolean filters =
        !execution.selection().groups().isEmpty()
            || !execution.selection().excludedGroups().isEmpty();
    if (filters && execution.provider() == TestProvider.JUNIT3) {
      found.put("groups", "JUnit 3 has no groups, and Surefire fails");
    }
    if (execution.failIfNoTests() && execution.classes().isEmpty()) {
      found.put("failIfNoTests", "no class fits its includes, and Surefire fails");
    }
  }

  private void provider(List<String> providers) {
    Set<String> junit4OrTestNg =
        Set.of("surefire-junit3", "surefire-junit4", "surefire-junit47", "surefire-testng");
    boolean several = providers.size() > 1 && !junit4OrTestNg.containsAll(providers);
    boolean unknown =
        providers.stream()
            .anyMatch(it -> !it.equals("surefire-junit-platform") && !junit4OrTestNg.contains(it));
    if (several || unknown) {
      found.put("provider", String.join(" and ", providers) + " cannot be used here");
    }
  }

  private void properties() {
    Map<String, String> properties = parameters.map("properties");
    boolean testNg = execution.provider() == TestProvider.TESTNG;
    if (testNg) {
      for (String name : List.of("objectfactory", "testrunfactory", "testnames")) {
        if (properties.containsKey(name)) {
          found.put(name, "it decides which tests run, or how, and has no effect here");
        }
      }
    }
    if (testNg && parameters.shown("objectFactory") != null) {
      found.put("objectFactory", "TestNG's own is used");
    }
    if (execution.provider() == TestProvider.JUNIT4 && properties.containsKey("listener")) {
      found.put("listener", NO_LISTENER);
    }
  }

  private String shown(String name) {
    @Nullable String value = parameters.shown(name);
    if (value == null) {
      value = parameters.map("properties").get(name);
    }
    return value == null ? name : name + "=" + value.strip().replaceAll("\\s+", " ");
  }
}
