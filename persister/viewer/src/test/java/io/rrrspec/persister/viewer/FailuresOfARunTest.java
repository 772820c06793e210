package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.RedRun;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The failures of a run as a browser gets them. */
class FailuresOfARunTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  @TempDir Path dir;

  private final Keys keys = redisServer.keys();
  private final SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
  private Database database;
  private RunningViewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(dir));
    viewer = new RunningViewer(Records.of(redisServer.connection(), keys, database), "");
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  private String page(String id) throws Exception {
    HttpResponse<String> answer = viewer.get("/runs/" + id);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void aClassThatFailedOutsideOfItsTestsHasACardAndIsRunAgain() throws Exception {
    String slave = run.slave("build-1", "11", SlaveStatus.FAILURE_EXIT);
    run.task(
        "a.ExitTest",
        TaskStatus.FAILED,
        run.bad("a.ExitTest", slave, "about to leave", "the JVM ended with exit code 3"));

    assertThat(page(run.save(database, 60)))
        .contains("Failed <span class=\"figures\">1 test</span>")
        .contains("<b>(the class as a whole)</b>", "the JVM ended with exit code 3")
        .contains("about to leave")
        .contains("rrrspec-java run 'a.ExitTest'");
  }

  private CaseResult locked(String type, String name, int number, String at) {
    String message = "order " + number + " of \"user-" + number + "\" is locked";
    String trace = "java.lang.Error: x\n\tat " + at + "(A.java:" + number + ")";
    return new CaseResult(type, name, Outcome.ERROR, number, message, "java.lang.Error", trace);
  }

  private static List<String> found(String regex, String page) {
    return Pattern.compile(regex)
        .matcher(page)
        .results()
        .map(it -> it.group(1).replace("&amp;", "&"))
        .toList();
  }

  @Test
  void testsThatFailedForTheSameReasonAreOneCardWithTheFirstInFull() throws Exception {
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    run.task(
        "a.ATest",
        TaskStatus.FAILED,
        run.bad(
            "a.ATest",
            slave,
            "",
            null,
            locked("a.ATest", "alone", 1, "a.b.Basket.get"),
            locked("a.ATest", "first", 2, "a.b.Cart.add"),
            locked("a.ATest", "second", 3, "a.b.Cart.add")));
    run.task(
        "a.BTest",
        TaskStatus.FAILED,
        run.bad("a.BTest", slave, "", null, locked("a.BTest", "third", 44, "a.b.Cart.add")));
    String id = run.save(database, 60);

    String page = page(id);
    assertThat(page)
        .contains("Failed <span class=\"figures\">4 tests, 2 causes</span>")
        .contains(
            "<strong>3 tests</strong> in 2 classes: <code>java.lang.Error: order # of \"…\" is"
                + " locked at a.b.Cart.add</code>")
        .contains("2 more with this cause")
        .contains("rrrspec-java run 'a.ATest' 'a.BTest'");
    assertThat(found("<b>(\\w+)</b>", page)).containsExactly("first", "second", "third", "alone");
    assertThat(found("<pre class=\"message\">order (\\d+)", page)).containsExactly("2", "1");
    assertThat(found("href=\"(/runs/[^\"]*#t2)\"", page))
        .containsExactly("/runs/" + id + "/task?name=a.ATest&trial=0#t2");
    assertThat(page(id + "/task?name=a.ATest&trial=0")).contains("<tr id=\"t2\">");
  }

  @Test
  void fiveThousandFailuresOfTwelveCausesAreTwelveCards() throws Exception {
    String id = RedRun.save(database, 500);

    String page = page(id);
    assertThat(page).contains("5\u202f000 tests, 12 causes");
    assertThat(found("<li class=\"(failure)\"", page)).hasSize(12);
    assertThat(found("<strong>([^<]*) tests</strong>", page))
        .hasSize(12)
        .startsWith("2\u202f500")
        .contains("228", "227");
    assertThat(found("<li id=\"(f[^\"]*)\"", page)).hasSize(300).doesNotHaveDuplicates();
    assertThat(page.length()).isLessThan(300_000);

    List<String> lists = found("<a href=\"([^\"]*)\">All [^<]* tests</a>", page);
    assertThat(lists).hasSize(12).doesNotHaveDuplicates();
    String largest = lists.get(0).substring("/runs/".length());
    String first = page(largest);
    String next = page(found("href=\"/runs/([^\"]*from=1000)\"", first).get(0));
    String last = page(largest + "&from=2000");
    assertThat(first).contains("2\u202f500 tests in 500 classes");
    assertThat(Stream.of(first, next, last).flatMap(it -> found("<b>(test\\d+)</b>", it).stream()))
        .hasSize(2_502)
        .as("the first one is on each page")
        .containsOnlyOnce("test2", "test4998");
    assertThat(last).doesNotContain("Next ones");
  }

  @Test
  void whereMostHaveACauseOfTheirOwnTheRestHasAPage() throws Exception {
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    CaseResult[] tests = new CaseResult[1_100];
    for (int i = 0; i < tests.length; i++) {
      tests[i] = locked("a.ATest", "test" + i, i, "a.b.Step" + i + ".run");
    }
    run.task("a.ATest", TaskStatus.FAILED, run.bad("a.ATest", slave, "", null, tests));
    String id = run.save(database, 60);

    String page = page(id);
    assertThat(page).contains("<span class=\"figures\">1\u202f100 tests</span>", "800 more causes");
    assertThat(found("<li class=\"(failure)\"", page)).hasSize(300);
    assertThat(page.length()).isLessThan(300_000);
    assertThat(found("<b>(test\\d+)</b>", page(id + "/failures"))).hasSize(1_000);
    assertThat(found("<b>(test\\d+)</b>", page(id + "/failures?from=1000"))).hasSize(100);
  }

  @Test
  void aListOfACauseThatIsNoneIsNotFound() throws Exception {
    String id = RedRun.save(database, 1);
    assertThat(viewer.get("/runs/" + id + "/failures?cause=none").statusCode()).isEqualTo(404);
    assertThat(page(id + "/failures?of=flaky")).contains("None.");
  }

  @Test
  void testsThatPassedInTheEndAreGroupedToo() throws Exception {
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    run.task(
        "a.ATest",
        TaskStatus.PASSED,
        run.bad(
            "a.ATest",
            slave,
            "",
            null,
            locked("a.ATest", "first", 2, "a.b.Cart.add"),
            locked("a.ATest", "second", 3, "a.b.Cart.add")),
        run.trial("a.ATest", slave, 1, 2, TrialVerdict.PASSED));

    assertThat(page(run.save(database, 60)))
        .contains("Failed, then passed <span class=\"figures\">2 tests, 1 cause</span>")
        .contains("<strong>2 tests</strong> in 1 class")
        .doesNotContain("id=\"failed\"");
  }

  @Test
  void valuesAreComparedAsTheThrowableGivesThemAndNotAsTheMessageSays() throws Exception {
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    CaseResult compares =
        new CaseResult(
            "a.CartTest",
            "sums",
            Outcome.FAILED,
            5,
            "expected: <in> but was: <message>",
            "org.opentest4j.AssertionFailedError",
            null,
            List.of(
                new Comparison("sum 10 <b>", "sum 100 <b>", "the sum"),
                new Comparison("true", "false", "the flag")));
    run.task("a.CartTest", TaskStatus.FAILED, run.bad("a.CartTest", slave, "", null, compares));

    assertThat(page(run.save(database, 60)))
        .contains("expected: &lt;in&gt; but was: &lt;message&gt;")
        .contains("<ins>- sum <mark>10</mark> &lt;b&gt;</ins>")
        .contains("<del>+ sum <mark>100</mark> &lt;b&gt;</del>")
        .contains("<ins>- <mark>true</mark></ins>", "<del>+ <mark>false</mark></del>")
        .contains("the sum", "the flag");
  }
}
