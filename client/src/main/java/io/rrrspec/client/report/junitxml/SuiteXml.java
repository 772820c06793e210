package io.rrrspec.client.report.junitxml;

import io.rrrspec.client.report.result.SuiteReport;
import io.rrrspec.client.report.result.TestReport;
import io.rrrspec.client.report.result.TestRun;
import io.rrrspec.client.source.SurefireTimes;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one class as Surefire 3.5.3 does. Two differences so that its own schema accepts the file:
 * elements of a test stand in the schema's order, and {@code skipped} has no type. Another one so
 * that no reader drops it: the failure of a class as a whole has the name of the class. The only
 * one of the {@code properties} says that not all tests of the class were asked for: tests of one
 * class may have run in several JVMs.
 */
final class SuiteXml {
  private static final String SCHEMA =
      "https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd";
  private static final String SCHEMA_VERSION = "3.0.2";

  private final XmlWriter xml;
  private final String suffix;

  private SuiteXml(XmlWriter xml, String suffix) {
    this.xml = xml;
    this.suffix = suffix.isEmpty() ? "" : "(" + suffix + ")";
  }

  /**
   * Writes it.
   *
   * @param suffix Surefire's reportNameSuffix; may be empty
   * @param partial whether it may be a part of the class only
   */
  static void write(SuiteReport suite, String suffix, boolean partial, Writer out)
      throws IOException {
    new SuiteXml(new XmlWriter(out), suffix).suite(suite, partial);
  }

  private void suite(SuiteReport suite, boolean partial) throws IOException {
    xml.start("testsuite")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:noNamespaceSchemaLocation", SCHEMA)
        .attribute("version", SCHEMA_VERSION)
        .attribute("name", suite.className() + suffix)
        .attribute("time", seconds(suite.time()))
        .attribute("tests", String.valueOf(suite.tests().size()))
        .attribute("errors", String.valueOf(suite.count(Outcome.ERROR)))
        .attribute("skipped", String.valueOf(suite.skipped()))
        .attribute("failures", String.valueOf(suite.count(Outcome.FAILED)));
    if (partial) {
      xml.start("properties");
      xml.start("property")
          .attribute("name", SurefireTimes.PARTIAL)
          .attribute("value", "true")
          .end();
      xml.end();
    }
    for (TestReport test : suite.tests()) {
      testcase(test);
    }
    xml.end();
  }

  private void testcase(TestReport test) throws IOException {
    CaseResult result = test.result();
    xml.start("testcase")
        .attribute("name", nameOf(result))
        .attribute("classname", result.className() + suffix)
        .attribute("time", seconds(Duration.ofMillis(result.millis())));
    // A test that was skipped at last and had failed before is flaky, too.
    String again = test.red() ? "rerun" : "flaky";
    if (result.outcome() == Outcome.FAILED) {
      problem("failure", result);
    }
    retries(again + "Failure", Outcome.FAILED, test.others());
    // What reads these files knows no muted failure: as a failure it would make the build red.
    if (result.outcome() == Outcome.SKIPPED || result.outcome() == Outcome.MUTED) {
      skipped(result);
    }
    if (result.outcome() == Outcome.ERROR) {
      problem("error", result);
    }
    retries(again + "Error", Outcome.ERROR, test.others());
    output("system-out", test.main().stdout());
    output("system-err", test.main().stderr());
    xml.end();
  }

  /** Surefire leaves the name of what failed around tests empty, and many readers leave it out. */
  private static String nameOf(CaseResult result) {
    boolean red = result.outcome() == Outcome.FAILED || result.outcome() == Outcome.ERROR;
    return red && result.name().isEmpty() ? result.className() : result.name();
  }

  private void problem(String element, CaseResult result) throws IOException {
    xml.start(element)
        .attribute("message", nonEmpty(result.toldMessage()))
        .attribute("type", result.type());
    if (result.trace() != null) {
      xml.text(result.trace());
    }
    xml.end();
  }

  private void skipped(CaseResult result) throws IOException {
    xml.start("skipped").attribute("message", nonEmpty(result.toldMessage()));
    if (result.trace() != null) {
      xml.text(result.trace());
    }
    xml.end();
  }

  private void retries(String element, Outcome outcome, List<TestRun> runs) throws IOException {
    for (TestRun run : runs) {
      CaseResult result = run.result();
      if (result.outcome() == outcome) {
        xml.start(element)
            .attribute("message", nonEmpty(result.message()))
            .attribute("type", result.type());
        xml.start("stackTrace").text(result.trace() == null ? "" : result.trace()).end();
        output("system-out", run.stdout());
        output("system-err", run.stderr());
        xml.end();
      }
    }
  }

  private void output(String element, String text) throws IOException {
    if (!text.isEmpty()) {
      xml.start(element).text(text).end();
    }
  }

  private static @Nullable String nonEmpty(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  /** Surefire divides as float and lets Java print it: 0.0, 0.011, 15.003. */
  private static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000f);
  }
}
