package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.report.HtmlReport;
import io.rrrspec.persister.viewer.report.HtmlReport.Limits;
import io.rrrspec.persister.viewer.report.ReportDirectory;
import io.rrrspec.persister.viewer.run.EndedRun;
import io.rrrspec.testing.LinkedFiles;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that a run becomes. */
class HtmlReportTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  @TempDir Path dir;

  private final SavedRuns run =
      new SavedRuns(redisServer.keys(), Instant.parse("2026-03-01T10:00:00Z"));
  private Path report;
  private Database database;
  private String slave = "";

  @BeforeEach
  void open() throws Exception {
    report = dir.resolve("report");
    database = Database.open(TestDatabase.H2.newUrl(dir));
    slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    run.worker("build-1", 0, 1, 2, 50);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void passed(String spec) {
    run.task(spec, TaskStatus.PASSED, run.trial(spec, slave, 2, 3, TrialVerdict.PASSED));
  }

  private void failed(String spec, String stderr) {
    CaseResult test =
        new CaseResult(
            spec, "adds", Outcome.ERROR, 7, "sold out", "a.Error", "a.Error\n\tat a.A.b(A.java:1)");
    run.task(spec, TaskStatus.FAILED, run.bad(spec, slave, stderr, null, test));
  }

  private HtmlReport.Result write(Limits limits) {
    ReportDirectory directory = new ReportDirectory(report);
    directory.prepare();
    String id = run.save(database, 60);
    try (EndedRun ended = EndedRun.inDatabase(database, id).orElseThrow()) {
      return HtmlReport.write(ended.view(), directory, limits);
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(report)) {
      return all.filter(Files::isRegularFile)
          .map(file -> report.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private String allText() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file : files()) {
      text.append(Files.readString(report.resolve(file)));
    }
    return text.toString();
  }

  @Test
  void namesOfClassesAreNoNamesOfFilesAndNoLinkIsDead() throws Exception {
    failed("a.CartTest", "oh");
    failed("a.cartTest", "no");
    failed("../../etc/passwd", "");
    failed("a." + "Long".repeat(200) + "Test", "");
    failed("con\n<b>\"'&?#%00.Test", "");
    passed("a.GoodTest");

    HtmlReport.Result result = write(Limits.USUAL);

    assertThat(result.leftOut()).isZero();
    assertThat(LinkedFiles.problems(report)).isEmpty();
    assertThat(files())
        .allMatch(
            name -> name.matches("(pages/)?[a-z-]+[0-9]*\\.(html|css|js|svg)|\\.rrrspec-html"))
        .filteredOn(name -> name.startsWith("pages/task-"))
        .hasSize(6);
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("CartTest <b>adds</b>", "sold out", "pages/timeline-1.html")
        .doesNotContain("/history", "/queues", "htmx");
  }

  @Test
  void whatHasNoRoomIsNoLinkAndTheFirstPageSaysSo() throws Exception {
    for (int i = 0; i < 30; i++) {
      passed("a.Good" + i + "Test");
    }
    failed("a.BadTest", "");

    HtmlReport.Result result = write(new Limits(8, 100_000_000, 10_000_000));

    assertThat(result.pages()).isEqualTo(8);
    assertThat(result.leftOut()).isGreaterThan(25);
    assertThat(LinkedFiles.problems(report)).isEmpty();
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("pages left out: a report has 8 pages")
        .contains("Good29Test")
        .containsPattern("href=\"pages/task-1.html#t0\"[^>]*>a.BadTest");
  }

  @Test
  void allPagesTogetherAndEachOfThemHaveALimitOfBytes() throws Exception {
    failed("a.LoudTest", "loud\n".repeat(20_000));
    for (int i = 0; i < 30; i++) {
      passed("a.Good" + i + "Test");
    }

    HtmlReport.Result result = write(new Limits(1_000, 120_000, 60_000));

    assertThat(result.leftOut()).isPositive();
    long bytes = 0;
    for (String file : files()) {
      long size = Files.size(report.resolve(file));
      bytes += file.endsWith(".html") ? size : 0;
      assertThat(size).as(file).isLessThan(100_000);
    }
    assertThat(bytes).isLessThan(120_000);
    assertThat(LinkedFiles.problems(report)).isEmpty();
  }

  @Test
  void aLongOutputEndsAsItDidAndSaysHowMuchIsMissing() throws Exception {
    failed("a.LoudTest", "begin\n" + "x".repeat(99) + "\n" + "0123456789\n".repeat(50_000) + "end");

    write(Limits.USUAL);

    assertThat(allText())
        .contains("before this are left out of this report", "0123456789", "end\n</pre>")
        .doesNotContain("begin\n")
        .doesNotContain("x".repeat(99));
  }

  @Test
  void aReportReplacesWhatTheEarlierOneHasWrittenAndNothingElse() throws Exception {
    for (int i = 0; i < 5; i++) {
      failed("a.Bad" + i + "Test", "");
    }
    write(Limits.USUAL);
    List<String> first = files();
    Files.writeString(report.resolve("notes.txt"), "mine");
    Files.writeString(report.resolve("pages/notes.txt"), "mine");
    Files.writeString(dir.resolve("beside.html"), "mine");
    Files.writeString(
        report.resolve(".rrrspec-html"),
        Files.readString(report.resolve(".rrrspec-html"))
            + "notes.txt\npages/notes.txt\n../beside.html\npages/../notes.txt\n");

    new ReportDirectory(report).prepare();

    assertThat(first).hasSizeGreaterThan(10);
    assertThat(files()).containsExactly(".rrrspec-html", "notes.txt", "pages/notes.txt");
    assertThat(dir.resolve("beside.html")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"index.html", "pages/task-1.html"})
  void filesOfOthersInThePlacesOfOursAreRefusedAndStay(String name) throws Exception {
    Path foreign = report.resolve(name);
    Files.createDirectories(foreign.getParent());
    Files.writeString(foreign, "mine");

    assertThatThrownBy(() -> new ReportDirectory(report).prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("option --html: " + foreign + " is not of an earlier report");
    assertThat(foreign).hasContent("mine");
  }

  @Test
  void anotherDirectoryBehindALinkIsLeftAlone() throws Exception {
    Path elsewhere = Files.createDirectories(dir.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("task-1.html"), "mine");
    Files.createDirectories(report);
    Files.createSymbolicLink(report.resolve("pages"), elsewhere);
    Files.writeString(report.resolve(".rrrspec-html"), "pages/task-1.html\n");

    assertThatThrownBy(() -> new ReportDirectory(report).prepare())
        .isInstanceOf(UsageException.class);
    assertThat(elsewhere.resolve("task-1.html")).hasContent("mine");
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsNamed() throws Exception {
    Files.writeString(report, "mine");

    assertThatThrownBy(() -> new ReportDirectory(report).prepare())
        .isInstanceOf(UsageException.class)
        .hasMessage("option --html: " + report + " is a file: write a directory, existing or new");
    assertThatThrownBy(() -> new ReportDirectory(report.resolve("below")).prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("option --html: cannot write to " + report.resolve("below"));
  }
}
