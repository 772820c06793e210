package io.rrrspec.experiments.fuzz;

import io.rrrspec.client.report.RunDetails;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.ci.BuildServer;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.files.Removal;
import io.rrrspec.experiments.fuzz.Target.Outcome;
import io.rrrspec.persister.viewer.text.Ansi;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What is made of names, messages and outputs of tests: reports, tables, pages for build servers.
 */
final class ReportTargets {
  private static final int WIDTH = 100;

  private final Path directory;

  /**
   * Makes them.
   *
   * @param directory for the files; empty
   */
  ReportTargets(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
  }

  private record RunTarget(String kind, Use use) implements Target {
    interface Use {
      void of(HostileRun run, Draw draw) throws Exception;
    }

    @Override
    public Outcome feed(Draw draw) throws Exception {
      HostileRun run = HostileRun.of(draw);
      draw.tell(run.tasks().toString());
      use.of(run, draw);
      return Outcome.TAKEN;
    }
  }

  /** {@code --junit-xml}: well-formed, below its directory, and red. */
  Target junitXml() {
    return new RunTarget("JUnit XML", this::write);
  }

  private void write(HostileRun run, Draw draw) throws Exception {
    Path around = directory.resolve("xml");
    Path reports = Files.createDirectories(around).resolve("reports");
    new JUnitXmlWriter(reports).write(run.taskset(), run.tasks());
    try (Stream<Path> all = Files.walk(around)) {
      List<Path> files = all.filter(file -> file.toString().endsWith(".xml")).toList();
      int red = 0;
      for (Path file : files) {
        Harm.unless(file.startsWith(reports), "a report is outside of its directory");
        red += red(file);
      }
      Harm.unless(red > 0, "the reports of a red run are green");
    } finally {
      Removal.of(reports);
    }
  }

  /** How many tests of a report are red. */
  private static int red(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    int red = 0;
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      while (xml.hasNext()) {
        boolean element = xml.next() == XMLStreamConstants.START_ELEMENT;
        red += element && List.of("failure", "error").contains(xml.getLocalName()) ? 1 : 0;
      }
    } catch (XMLStreamException e) {
      throw new Harm("a report is not well-formed", e);
    }
    return red;
  }

  /** The table at the end, and every failure in full. */
  Target terminal() {
    return new RunTarget("terminal", ReportTargets::table);
  }

  private static void table(HostileRun run, Draw draw) {
    Style style = new Style(draw.oneIn(2) ? WIDTH : 1 + draw.below(300), false, draw.oneIn(2));
    RunSummary summary = RunSummary.of(run.taskset(), run.tasks());
    Harm.unless(summary.red(), "a red run is green");
    Printed.requireHarmless("the table", SummaryTable.render(summary, style));
    Printed.requireHarmless("the errors", RunDetails.errors(run.taskset(), run.tasks()));
    String text = HostileText.any(draw);
    Printed.requireHarmless("a line", PlainText.line(text));
    Harm.unless(!PlainText.line(text).contains("\n"), "a line has two");
    PlainText.cut(text, style.width(), style.more());
    PlainText.wrap(text, style.width());
  }

  /** Annotations and the page for GitHub. */
  Target buildServer() {
    return new RunTarget("build server", this::tell);
  }

  private void tell(HostileRun run, Draw draw) throws IOException {
    Path page = directory.resolve("summary.md");
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8),
            new Terminal(false, new Style(WIDTH, false, true)),
            new Terminal(false, new Style(WIDTH, false, true)),
            Map.of("GITHUB_ACTIONS", "true", "GITHUB_STEP_SUMMARY", page.toString()));
    BuildServer.tell(RunSummary.of(run.taskset(), run.tasks()), directory, console);
    String said = errors.toString(StandardCharsets.UTF_8);
    Printed.requireHarmless("an annotation", said);
    for (String line : said.split("\n")) {
      Harm.unless(line.startsWith("::error "), "an annotation has two lines: " + line);
    }
    Printed.requireHarmless("the page", Files.readString(page));
    Files.delete(page);
  }

  /** Output of tests as the viewer shows it. */
  Target coloured() {
    return new TextTarget(
        "coloured output",
        List.of("\u001b[31;1mred\u001b[0m \u001b[38;5;99mviolet\u001b[m \u001b]0;t\u0007 end\r\n"),
        (text, draw) -> Ansi.lines(text));
  }
}
