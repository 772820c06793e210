package io.rrrspec.worker.prepare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names the settings of an execution that change what runs and are not honoured. */
final class Unsupported {
  private static final Set<String> KNOWN_PROPERTIES =
      Set.of("configurationParameters", "groups", "includeTags", "excludedGroups", "excludeTags");

  private final String execution;
  private final SurefireParameters parameters;
  private final List<String> warnings = new ArrayList<>();

  private Unsupported(String execution, SurefireParameters parameters) {
    this.execution = execution;
    this.parameters = parameters;
  }

  static List<String> of(String execution, SurefireParameters parameters, String mainClasses) {
    Unsupported unsupported = new Unsupported(execution, parameters);
    unsupported.isolation();
    unsupported.selection();
    unsupported.reactions();
    unsupported.modulePath(mainClasses);
    return unsupported.warnings;
  }

  private void isolation() {
    String mode = parameters.text("forkMode");
    if (!parameters.flag("reuseForks", true) || mode.equals("always") || mode.equals("pertest")) {
      warn("reuseForks", "false", "a JVM runs one class after the other");
    }
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
    warnIfSet("dependenciesToScan", "tests in dependencies are not run");
    warnIfSet("suiteXmlFiles", "the classes that includes choose are run instead");
    warnIfSet("objectFactory", "TestNG's own is used");
    if (parameters.text("test").contains("#")) {
      warn("test", parameters.text("test"), "whole classes are run");
    }
    for (String property : parameters.map("properties").keySet()) {
      if (!KNOWN_PROPERTIES.contains(property)) {
        warn("properties/" + property, null, "it has no effect");
      }
    }
  }

  private void reactions() {
    warnIfPositive("forkedProcessTimeoutInSeconds", "each class has its own time-out");
    warnIfPositive("parallelTestsTimeoutInSeconds", "each class has its own time-out");
    warnIfPositive("parallelTestsTimeoutForcedInSeconds", "each class has its own time-out");
    warnIfPositive("skipAfterFailureCount", "all tests are run");
    warnIfPositive("failOnFlakeCount", "a test that passes at last is no failure");
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

  private void warnIfSet(String name, String instead) {
    String value = parameters.shown(name);
    if (value != null) {
      warn(name, value, instead);
    }
  }

  private void warnIfPositive(String name, String instead) {
    if (parameters.number(name) > 0) {
      warn(name, parameters.text(name), instead);
    }
  }

  private void warn(String name, @Nullable String value, String instead) {
    String setting = value == null ? name : name + "=" + value;
    warnings.add(execution + ": " + setting + " is not honoured: " + instead);
  }
}
