package io.rrrspec.worker.build;

import io.rrrspec.common.project.TestExecution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names the settings of an execution that change how its tests run and are not honoured: what they
 * would change is speed, isolation or order, or the run can only be red where the build is green.
 */
final class Unsupported {
  private static final Set<String> KNOWN_PROPERTIES =
      Set.of("configurationParameters", "groups", "includeTags", "excludedGroups", "excludeTags");

  /** Refused for TestNG, or honoured. */
  private static final Set<String> OF_TESTNG =
      Set.of("listener", "objectfactory", "testrunfactory", "testnames");

  private final TestExecution execution;
  private final SurefireParameters parameters;
  private final List<String> warnings = new ArrayList<>();

  private Unsupported(TestExecution execution, SurefireParameters parameters) {
    this.execution = execution;
    this.parameters = parameters;
  }

  static List<String> of(
      TestExecution execution, SurefireParameters parameters, String mainClasses) {
    Unsupported unsupported = new Unsupported(execution, parameters);
    unsupported.isolation();
    unsupported.selection();
    unsupported.reactions();
    unsupported.modulePath(mainClasses);
    return unsupported.warnings;
  }

  private void isolation() {
    String mode = parameters.text("forkMode");
    if (parameters.text("forkCount").equals("0") || mode.equals("never")) {
      warn("forkCount", "0", "tests run in a JVM of their own");
    }
    String parallel = parameters.text("parallel");
    if (!parallel.isEmpty() && !parallel.equals("none")) {
      warn("parallel", parallel, "a JVM runs one class at a time");
    }
    if (!parameters.flag("useSystemClassLoader", true)) {
      warn("useSystemClassLoader", "false", "tests are on the JVM's own class path");
    }
  }

  private void selection() {
    if (parameters.text("test").contains("#")) {
      warn("test", parameters.text("test"), "whole classes are run");
    }
    for (String property : parameters.map("properties").keySet()) {
      if (!KNOWN_PROPERTIES.contains(property) && !isDecidedElsewhere(property)) {
        warn("properties/" + property, null, "it has no effect");
      }
    }
  }

  /** Whether {@link Refusals} has refused it, or {@link ExecutionReader} honours it. */
  private boolean isDecidedElsewhere(String property) {
    return switch (execution.provider()) {
      case TESTNG -> OF_TESTNG.contains(property);
      case JUNIT4 -> property.equals("listener");
      case JUNIT3, JUNIT_PLATFORM, NONE -> false;
    };
  }

  private void reactions() {
    warnIfPositive("forkedProcessTimeoutInSeconds", "each class has its own time-out");
    warnIfPositive("parallelTestsTimeoutInSeconds", "each class has its own time-out");
    warnIfPositive("parallelTestsTimeoutForcedInSeconds", "each class has its own time-out");
    warnIfPositive("skipAfterFailureCount", "all tests are run");
    if (parameters.flag("testFailureIgnore", false)) {
      warn("testFailureIgnore", "true", "a failed test fails the run");
    }
  }

  private void modulePath(String mainClasses) {
    if (parameters.flag("useModulePath", true)
        && Files.exists(Path.of(mainClasses, "module-info.class"))) {
      warn("useModulePath", null, "the module is tested on the class path");
    }
  }

  private void warnIfPositive(String name, String instead) {
    if (parameters.number(name) > 0) {
      warn(name, parameters.text(name), instead);
    }
  }

  private void warn(String name, @Nullable String value, String instead) {
    String setting = value == null ? name : name + "=" + value;
    warnings.add(execution.id() + ": " + setting + " is not honoured: " + instead);
  }
}
