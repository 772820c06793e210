package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the project's record out of what was found out inside Maven. */
final class ProjectReader {
  private final Facts facts;
  private final PrepareSettings settings;
  private final List<String> warnings = new ArrayList<>();

  /** Of the first execution that writes any: others that differ are rare, and share its place. */
  private String reports = "";

  private final List<TestExecution> executions = new ArrayList<>();

  private ProjectReader(Facts facts, PrepareSettings settings) {
    this.facts = facts;
    this.settings = settings;
  }

  /**
   * Reads all executions that are to be run.
   *
   * @throws UsageException if one of them cannot be run as the build says
   */
  static Project read(Facts facts, PrepareSettings settings) {
    ProjectReader reader = new ProjectReader(facts, settings);
    for (JsonNode execution : reader.chosen()) {
      reader.add(execution);
    }
    LaunchDifferences.refuse(reader.executions);
    reader.warnings.addAll(GoalsAfterTests.check(facts.texts("goalsAfterTests"), settings));
    reader.warnOfTrials();
    if (reader.executions.isEmpty() && reader.warnings.isEmpty()) {
      reader.warnings.add("the build has no tests to run: it never calls Surefire");
    }
    ProjectModule module =
        new ProjectModule("", facts.text("id"), reader.reports, reader.executions);
    return new Project(Project.FORMAT, List.of(module), reader.warnings);
  }

  /** Those that the user wants to be run, out of those that the build calls. */
  private List<JsonNode> chosen() {
    List<String> ids = new ArrayList<>();
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode execution : facts.json().path("executions")) {
      all.add(execution);
      ids.add(execution.path("id").asText());
    }
    List<String> wanted = settings.executions();
    if (wanted.isEmpty()) {
      return all;
    }
    for (String id : wanted) {
      if (!ids.contains(id)) {
        throw new UsageException(
            "executions: mvn test runs no execution '"
                + id
                + "' of Surefire"
                + NearestName.hint(id, ids, ": it runs " + (ids.isEmpty() ? "none" : ids)));
      }
    }
    List<String> out = ids.stream().filter(id -> !wanted.contains(id)).toList();
    if (!out.isEmpty()) {
      warnings.add(String.join(", ", out) + ": not run, as 'executions' leaves it out");
    }
    return all.stream().filter(json -> wanted.contains(json.path("id").asText())).toList();
  }

  private void add(JsonNode json) {
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
    ExecutionReader reader = new ExecutionReader(facts, json, parameters, settings);
    TestExecution execution = reader.read();
    warnings.addAll(reader.warnings());
    if (reports.isEmpty() && !parameters.flag("disableXmlReport", false)) {
      reports = reportsDirectory(parameters);
    }
    warnings.addAll(
        Refusals.check(execution, parameters, Facts.texts(json, "providers"), settings));
    warnings.addAll(Unsupported.of(execution, parameters, mainClasses));
    executions.add(execution);
  }

  private String reportsDirectory(SurefireParameters parameters) {
    String directory = parameters.text("reportsDirectory");
    return directory.isEmpty()
        ? Path.of(facts.text("buildDirectory")).resolve("surefire-reports").toString()
        : Path.of(facts.text("basedir")).resolve(directory).normalize().toString();
  }

  /** All classes of a run have as many trials: more than the build gives would hide a failure. */
  private void warnOfTrials() {
    List<TestExecution> run = executions.stream().filter(e -> !e.classes().isEmpty()).toList();
    if (run.stream().mapToInt(TestExecution::maxTrials).distinct().count() > 1) {
      warnings.add(
          "rerunFailingTestsCount differs between executions: the smallest is used for all, unless"
              + " max_trials is set");
    }
  }
}
