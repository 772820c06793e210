package io.rrrspec.persister.viewer;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Pages of runs of which only some tests were asked for. */
class PartialRunTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String CART = "com.shop.CartTest";

  @TempDir Path directory;

  private Database database;
  private RunningViewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    viewer = new RunningViewer(Records.of(redis.connection(), redis.keys(), database), "");
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  private Document page(RunBuilder run) throws Exception {
    TasksetArchive archive = new TasksetArchive(database);
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
    return Jsoup.parse(viewer.get("/runs/" + run.id()).body());
  }

  @Test
  void aRunThatFoundNoneOfItsTestsIsNotGreen() throws Exception {
    Document page = page(aRun().partial().passed(CART, 10));
    assertThat(page.select(".result .verdict").text()).isEqualTo("no tests");
    assertThat(page.select(".verdict.succeeded")).isEmpty();
    assertThat(page.select(".problem").text())
        .isEqualTo("No test fits what was asked for, so this run tested nothing.");
    assertThat(page.title()).contains(" no tests ");
    Document overview = Jsoup.parse(viewer.get("/").body());
    assertThat(overview.select("tbody td:nth-child(2)").text()).isEqualTo("no tests");
  }

  @Test
  void aRunOfSomeTestsSaysSo() throws Exception {
    RunBuilder run = aRun().partial();
    Document page =
        page(
            run.task(
                CART,
                TaskStatus.PASSED,
                run.trial(CART, TrialVerdict.PASSED, 10, testCase("adds", Outcome.PASSED))));
    assertThat(page.select(".result").text())
        .startsWith("succeeded only some tests, 1 of 1 classes");
    assertThat(page.select(".problem")).isEmpty();
    Document overview = Jsoup.parse(viewer.get("/").body());
    assertThat(overview.select("tbody td:nth-child(2)").text()).isEqualTo("succeeded some tests");
  }

  @Test
  void aRunOfWholeClassesSaysNothingOfThat() throws Exception {
    Document page = page(aRun().passed(CART, 10));
    assertThat(page.select(".result").text()).startsWith("succeeded 1 of 1 classes");
    assertThat(page.select(".problem")).isEmpty();
    Document overview = Jsoup.parse(viewer.get("/").body());
    assertThat(overview.select("tbody td:nth-child(2)").text()).isEqualTo("succeeded");
  }
}
