package io.rrrspec.acceptance.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.rrrspec.persister.viewer.report.HtmlReport;
import io.rrrspec.persister.viewer.report.ReportDirectory;
import io.rrrspec.persister.viewer.run.EndedRun;
import io.rrrspec.testing.LinkedFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of hostile runs as files, in a browser and without a server: one run of the database,
 * and one that only Redis has.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlReportIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  /** A page of a kind that a report has many of, and which one it is. */
  private static final Pattern ONE_OF_MANY =
      Pattern.compile(".*/(?:output|slave-log|task|classes)-(\\d+)\\.html");

  /** How many of a kind the gate looks at, and how many are looked at in each window. */
  private static final int FIRST = 4;

  private static final int IN_EACH_WINDOW = 9;

  @TempDir static Path directory;

  private Reader reader;

  @BeforeAll
  void write() throws IOException {
    try (Stage stage = new Stage(Files.createDirectories(directory.resolve("record")))) {
      PlayedRun saved = stage.play(Hostile.request());
      Hostile.playToTheEnd(saved);
      stage.persist(saved);
      PlayedRun unsaved = stage.play(Hostile.request());
      Hostile.playToTheEnd(unsaved);
      write(stage, saved, "saved");
      write(stage, unsaved, "unsaved");
    }
    reader = Reader.at("file://" + directory.toRealPath(), Look.WIDE_LIGHT);
  }

  private static void write(Stage stage, PlayedRun run, String name) {
    ReportDirectory report = new ReportDirectory(directory.resolve(name));
    report.prepare();
    try (EndedRun ended = stage.ended(run.id())) {
      HtmlReport.write(ended.view(), report);
    }
  }

  @AfterAll
  void close() {
    if (reader != null) {
      reader.close();
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void noLinkIsDead(String report) throws Exception {
    assertThat(LinkedFiles.problems(directory.resolve(report))).isEmpty();
  }

  static List<String> reports() {
    return List.of("saved", "unsaved");
  }

  private List<String> pages(IntPredicate which) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".html"))
          .map(file -> "/" + directory.relativize(file))
          // Those of passed classes are alike.
          .filter(name -> !name.matches(".*/task-([2-9][0-9])\\.html"))
          .filter(name -> which.test(number(name)))
          .sorted()
          .toList();
    }
  }

  /** Which of its kind it is; 0 if there is one of it. */
  private static int number(String name) {
    Matcher matcher = ONE_OF_MANY.matcher(name);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  List<String> firstPages() throws IOException {
    return pages(number -> number <= FIRST);
  }

  List<String> furtherPages() throws IOException {
    return pages(number -> number > FIRST);
  }

  @ParameterizedTest
  @MethodSource("firstPages")
  void isHarmlessAndReadable(String name) {
    inspect(name);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("furtherPages")
  void isHarmlessAndReadableAsTheFirstOfItsKind(String name) {
    inspect(name);
  }

  private void inspect(String name) {
    reader.problems().clear();
    Page page = reader.open(name);
    if (number(name) > IN_EACH_WINDOW) {
      reader.inspect();
    } else {
      reader.inspectInEachWindow(name);
    }
    assertThat(page.locator("h1").count()).isEqualTo(1);
    assertThat(reader.problems()).as(name).isEmpty();
  }

  @Test
  void aPageRunsItsScriptAndNothingElse() throws Exception {
    Page page = reader.open("/saved/index.html");
    // By this script times stand in the zone of the reader, and their titles have the others.
    assertThat(page.locator("time[title]").count()).isPositive();
    assertThat(reader.problems()).isEmpty();

    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      page.evaluate(
          "address => { const one = document.createElement('script'); one.textContent = 'window.ran"
              + " = 1'; document.head.append(one); const image = new Image(); image.src = address;"
              + " document.body.append(image); }",
          "http://127.0.0.1:" + other.getLocalPort() + "/x.png");
      page.waitForCondition(
          () ->
              reader.problems().stream()
                      .filter(problem -> problem.contains("Content Security Policy"))
                      .count()
                  > 1);
      assertThat(page.evaluate("() => window.ran ?? 0")).isEqualTo(0);
      // The browser tells of the request that it does not make, too.
      other.setSoTimeout(1_000);
      assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
    }
    reader.problems().clear();
  }

  @Test
  void aReaderGoesFromAFailureToItsClassItsOutputAndBack() {
    Page page = reader.open("/saved/index.html");
    Page.LocatorOptions withLongWord = new Page.LocatorOptions().setHasText(Hostile.LONG_WORD);
    Locator failure =
        page.locator(
                ".failure > details",
                new Page.LocatorOptions().setHas(page.locator("del", withLongWord)))
            .first();
    if (!failure.locator("del").first().isVisible()) {
      failure.locator("summary").first().click();
    }
    failure.locator(".links a").first().click();
    assertThat(page.locator("h1").innerText()).isEqualTo("CartTest");
    page.locator(".links a").first().click();
    assertThat(page.locator("pre").innerText())
        .contains("are left out of this report", "last line", Hostile.MARKUP);
    page.locator(".up a").click();
    page.locator(".up a").click();
    assertThat(page.url()).endsWith("/saved/index.html");
    page.locator("text=Timeline").first().click();
    assertThat(page.locator("svg.plot a").count()).isPositive();
    page.locator(".home").click();
    assertThat(page.url()).endsWith("/saved/index.html");
  }
}
