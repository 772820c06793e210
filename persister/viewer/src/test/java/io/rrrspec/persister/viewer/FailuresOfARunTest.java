package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
