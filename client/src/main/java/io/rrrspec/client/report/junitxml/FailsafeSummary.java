package io.rrrspec.client.report.junitxml;

import io.rrrspec.client.report.result.SuiteReport;
import io.rrrspec.client.report.result.Suites;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.result.TestReport;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Taskset;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the file that Failsafe's goal <code>verify</code> decides by, as Failsafe 3.5.3 does. */
public final class FailsafeSummary {
  private static final String SCHEMA =
      "https://maven.apache.org/surefire/maven-surefire-plugin/xsd/failsafe-summary.xsd";

  private FailsafeSummary() {}

  /**
   * Writes that the tests have failed: until there is a result, and if there is never one, {@code
   * verify} is not to go by an older run.
   *
   * @throws ServiceException if it cannot be written
   */
  public static void begin(Path file) {
    write(file, List.of(), "rrrspec-java run has not come to its end");
  }

  /**
   * Writes it.
   *
   * @param runs the tasks of Failsafe in one module
   * @throws ServiceException if it cannot be written
   */
  public static void write(Path file, Taskset taskset, List<TaskRun> runs) {
    long notRun = runs.stream().filter(run -> !run.task().status().isFinal()).count();
    write(
        file,
        Suites.of(taskset, runs),
        notRun == 0 ? "" : notRun + " of " + runs.size() + " test classes were not run");
  }

  private static void write(Path file, List<SuiteReport> suites, String failure) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        write(suites, failure, out);
      }
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e, e);
    }
  }

  private static void write(List<SuiteReport> suites, String failure, Writer out)
      throws IOException {
    int errors = sum(suites, Outcome.ERROR);
    int failures = sum(suites, Outcome.FAILED);
    List<TestReport> tests = suites.stream().flatMap(suite -> suite.tests().stream()).toList();
    XmlWriter xml = new XmlWriter(out);
    xml.start("failsafe-summary")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:noNamespaceSchemaLocation", SCHEMA)
        .attribute("result", errors + failures > 0 || !failure.isEmpty() ? "255" : "null")
        .attribute("timeout", "false");
    number(xml, "completed", tests.size());
    number(xml, "errors", errors);
    number(xml, "failures", failures);
    number(xml, "skipped", suites.stream().mapToInt(SuiteReport::skipped).sum());
    number(xml, "flakes", (int) tests.stream().filter(TestReport::flaky).count());
    if (failure.isEmpty()) {
      xml.start("failureMessage").attribute("xsi:nil", "true").end();
    } else {
      xml.start("failureMessage").text(failure).end();
    }
    xml.end();
  }

  private static int sum(List<SuiteReport> suites, Outcome outcome) {
    return suites.stream().mapToInt(suite -> suite.count(outcome)).sum();
  }

  private static void number(XmlWriter xml, String element, int value) throws IOException {
    xml.start(element).text(String.valueOf(value)).end();
  }
}
