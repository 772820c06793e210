package io.rrrspec.worker.prepare;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the project's record out of what was found out inside Maven. */
final class ProjectReader {
  private final Facts facts;
  private final List<String> warnings = new ArrayList<>();

  private ProjectReader(Facts facts) {
    this.facts = facts;
  }

  static Project read(Facts facts) {
    ProjectReader reader = new ProjectReader(facts);
    List<TestExecution> executions = new ArrayList<>();
    for (JsonNode execution : facts.json().path("executions")) {
      reader.addTo(executions, execution);
    }
    reader.warnOfDifferences(executions);
    if (executions.isEmpty() && reader.warnings.isEmpty()) {
      reader.warnings.add("the build has no tests to run: it never calls Surefire");
    }
    ProjectModule module = new ProjectModule("", facts.text("id"), executions);
    return new Project(Project.FORMAT, List.of(module), reader.warnings);
  }

  private void addTo(List<TestExecution> executions, JsonNode json) {
    String id = json.path("id").asText();
    if (json.has("error")) {
      throw new ServiceException(id + ": " + json.path("error").asText());
    }
    SurefireParameters parameters = new SurefireParameters(json.path("parameters"));
    for (String skip : List.of("skip", "skipTests", "skipExec")) {
      if (parameters.flag(skip, false)) {
        String name = skip.equals("skip") ? "maven.test.skip" : skip;
        warnings.add(id + ": " + name + " is set, so nothing of it is run");
        return;
      }
    }
    String mainClasses = facts.text("classesDirectory");
    ExecutionReader reader = new ExecutionReader(facts, json, parameters);
    TestExecution execution = reader.read();
    warnings.addAll(reader.warnings());
    warnings.addAll(Unsupported.of(id, parameters, mainClasses));
    executions.add(execution);
  }

  /** One JVM runs the classes of all executions, so it can be set up for one of them only. */
  private void warnOfDifferences(List<TestExecution> executions) {
    Set<String> seen = new HashSet<>();
    for (TestExecution execution : executions) {
      TestJvm first = executions.get(0).jvm();
      TestJvm jvm = execution.jvm();
      List<String> differences = new ArrayList<>();
      add(differences, "jvm", first.java(), jvm.java());
      add(differences, "argLine", first.arguments(), jvm.arguments());
      add(differences, "enableAssertions", first.enableAssertions(), jvm.enableAssertions());
      add(differences, "system properties", first.systemProperties(), jvm.systemProperties());
      add(differences, "environment", first.environment(), jvm.environment());
      add(differences, "workingDirectory", first.workingDirectory(), jvm.workingDirectory());
      add(differences, "class path", first.classPath(), jvm.classPath());
      if (!differences.isEmpty()) {
        warnings.add(
            execution.id()
                + ": "
                + String.join(", ", differences)
                + " differ from those of "
                + executions.get(0).id()
                + ", whose are used");
      }
      boolean twice = execution.classes().stream().filter(name -> !seen.add(name)).count() > 0;
      if (twice) {
        warnings.add(execution.id() + ": has classes that another execution has run already");
      }
    }
  }

  private static void add(List<String> differences, String what, Object one, Object other) {
    if (!one.equals(other)) {
      differences.add(what);
    }
  }
}
