package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Makes the record of one module. */
final class ModuleReader {
  private final ModuleFacts facts;
  private final String dir;
  private final PrepareSettings settings;
  private final Consumer<String> warn;

  /** Of the first execution that writes any: others that differ are rare, and share its place. */
  private String reports = "";

  private final List<TestExecution> executions = new ArrayList<>();

  /**
   * @param dir relative to the project, empty for the project itself
   * @param warn gets a line for each setting that is not honoured
   */
  ModuleReader(ModuleFacts facts, String dir, PrepareSettings settings, Consumer<String> warn) {
    this.facts = facts;
    this.dir = dir;
    this.settings = settings;
    this.warn = warn;
  }

  /**
   * Reads all executions that are to be run.
   *
   * @throws UsageException if one of them cannot be run as the build says
   */
  ProjectModule read() {
    try {
      for (JsonNode execution : chosen()) {
        add(execution);
      }
      List<String> around =
          GoalsAroundIntegrationTests.of(
              facts.goalsAroundIntegrationTests(), executions, settings, warn);
      executions.replaceAll(execution -> execution.withGoalsAround(around));
      GoalsAfterTests.check(facts.goalsAfterTests(), settings).forEach(warn);
    } catch (UsageException e) {
      throw dir.isEmpty() ? e : new UsageException(dir + ": " + e.getMessage(), e);
    }
    return new ProjectModule(dir, facts.text("id"), reports, executions);
  }

  /** Those that the user wants to be run, out of those that the build calls. */
  private List<JsonNode> chosen() {
    List<JsonNode> all = facts.executions();
    List<String> wanted = settings.executions();
    if (wanted.isEmpty()) {
      return all;
    }
    List<String> out =
        all.stream().map(ModuleReader::id).filter(id -> !wanted.contains(id)).toList();
    if (!out.isEmpty()) {
      warn.accept(String.join(", ", out) + ": not run, as 'executions' leaves it out");
    }
    return all.stream().filter(json -> wanted.contains(id(json))).toList();
  }

  private static String id(JsonNode execution) {
    return execution.path("id").asText();
  }

  private void add(JsonNode json) {
    String id = id(json);
    if (json.has("error")) {
      throw new ServiceException(
          (dir.isEmpty() ? "" : dir + ": ") + id + ": " + json.path("error").asText());
    }
    SurefireParameters parameters = new SurefireParameters(json.path("parameters"));
    String skip = parameters.skippedBy();
    if (skip != null) {
      warn.accept(id + ": " + skip + " is set, so nothing of it is run");
      return;
    }
    ExecutionReader reader = new ExecutionReader(facts, json, parameters, settings);
    TestExecution execution = reader.read();
    reader.warnings().forEach(warn);
    if (execution.integrationTests() == null
        && reports.isEmpty()
        && !parameters.flag("disableXmlReport", false)) {
      reports = reportsDirectory(parameters);
    }
    requireOwnId(execution);
    Refusals.check(execution, parameters, Facts.texts(json, "providers"), settings).forEach(warn);
    Unsupported.of(execution, parameters, facts.text("classesDirectory")).forEach(warn);
    executions.add(execution);
  }

  /** Both plug-ins may call their executions alike; tests are told by them. */
  private void requireOwnId(TestExecution execution) {
    if (executions.stream().anyMatch(other -> other.id().equals(execution.id()))) {
      throw new UsageException(
          "Surefire and Failsafe both have an execution '"
              + execution.id()
              + "', and a run tells tests by it: give that of Failsafe another id");
    }
  }

  private String reportsDirectory(SurefireParameters parameters) {
    String directory = parameters.text("reportsDirectory");
    return directory.isEmpty()
        ? facts.buildDirectory().resolve("surefire-reports").toString()
        : facts.basedir().resolve(directory).normalize().toString();
  }
}
