package io.rrrspec.persister.viewer;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The list of projects, and the page of one. */
class ProjectPagesTest {
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

  private RunBuilder save(RunBuilder run) {
    TasksetArchive archive = new TasksetArchive(database);
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
    return run;
  }

  private static RunBuilder run(int hour) {
    return aRun().ofClass("shop").endedAt(RunBuilder.START.plusSeconds(3_600L * hour));
  }

  private Document page(String path) throws Exception {
    HttpResponse<String> answer = viewer.get(path);
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return Jsoup.parse(answer.body());
  }

  @Test
  void withoutARunThereIsNoProject() throws Exception {
    assertThat(page("/projects").text()).contains("No run is over yet.");
    assertThat(viewer.get("/project?class=shop").statusCode()).isEqualTo(400);
    assertThat(viewer.get("/project").body()).contains("class is missing in this address");
  }

  @Test
  void theListLeadsToEachProjectAndItsLastRun() throws Exception {
    save(run(1).passed(CART, 10));
    RunBuilder last = save(run(2).failed(CART, 10).ended(TasksetStatus.FAILED));
    save(run(1).ofClass("a&b").passed(CART, 10));

    Document page = page("/projects");
    assertThat(page.select("nav a[aria-current=page]").text()).isEqualTo("Projects");
    assertThat(page.select("td.spec a").eachAttr("href"))
        .containsExactly("/project?class=shop", "/project?class=a%26b");
    assertThat(page.select("tbody tr:first-child td:nth-child(2) a").attr("href"))
        .isEqualTo("/runs/" + last.id());
    assertThat(page.select("svg.mini").attr("aria-label"))
        .isEqualTo("1 of 2 runs succeeded; the last one: failed");
  }

  @Test
  void aHealthyProjectHasNothingToDo() throws Exception {
    RunBuilder first = save(run(1).passed(CART, 10));
    RunBuilder last = save(run(30).passed(CART, 10));

    Document page = page("/project?class=shop");
    assertThat(page.select(".next li").text()).startsWith("Nothing. The last run did not fail");
    assertThat(page.select("h1 + .about").text()).startsWith("2 of 2 runs succeeded");
    assertThat(page.select(".strip a").eachAttr("href"))
        .containsExactly("/runs/" + first.id(), "/runs/" + last.id());
    // Real times: 1 and 30 hours after the start, so the ends of the chart.
    assertThat(page.select("svg.plot[aria-labelledby=durations-title] a > svg").eachAttr("x"))
        .containsExactly("0.00%", "100.00%");
    assertThat(page.select("#durations-title").text())
        .startsWith("Duration of runs p50 1 h 0 min p95 30 h 0 min");
    assertThat(page.select("#rates-words").text()).contains("Between 100 % and 100 %.");
  }

  @Test
  void itSaysWhatBrokeTheProjectWhatIsFlakyAndWhatBecameSlower() throws Exception {
    for (int i = 1; i <= 8; i++) {
      RunBuilder run = run(i);
      save(
          run.passed("com.shop.SlowTest", i < 5 ? 4_000 : 11_000)
              .task(
                  CART,
                  TaskStatus.PASSED,
                  run.trial(CART, TrialVerdict.BAD, 3_000, testCase("adds", Outcome.FAILED)),
                  run.trial(CART, TrialVerdict.PASSED, 3_000, testCase("adds", Outcome.PASSED))));
    }
    RunBuilder broken = save(run(9).failed("com.shop.A", 10).ended(TasksetStatus.FAILED));
    RunBuilder last = save(run(10).failed("com.shop.A", 10).ended(TasksetStatus.FAILED));

    Document page = page("/project?class=shop");
    Elements steps = page.select(".next li");
    assertThat(steps.get(0).text())
        .startsWith("The last 2 runs failed, the newest outside of its classes. Look at the first");
    assertThat(steps.get(0).select("a").eachAttr("href"))
        .containsExactly("/runs/" + last.id(), "/runs/" + broken.id());
    assertThat(steps.get(1).text())
        .isEqualTo(
            "One test is flaky: BarTest.adds. Mend it, or mute BarTest.adds until it is mended.");
    assertThat(steps.get(1).select("a").eachAttr("href").get(1))
        .isEqualTo("/tests/quarantine?class=shop&test=com.foo.BarTest%23adds#add");
    assertThat(steps.get(2).text())
        .startsWith("SlowTest takes 11.0 s instead of 4.0 s since a run of 2026-03-01 15:00 UTC.");
    assertThat(steps.get(3).text()).startsWith("Retries took ");
    assertThat(page.select("#slower + .scroll td.spec").text()).isEqualTo("com.shop.SlowTest");
    assertThat(page.select("dl.facts dd").eachText().get(2))
        .startsWith("24.0 s in 8 trials that failed because of a flaky test");
  }

  @Test
  void theHistoryOfAClassHasAStripAndAChartOfRealTimes() throws Exception {
    save(run(1).passed(CART, 2_000));
    save(run(2).passed(CART, 4_000));
    RunBuilder last = save(run(5).failed(CART, 10_000).ended(TasksetStatus.FAILED));

    Document page = page("/history?class=shop&name=" + CART);
    assertThat(page.select(".strip li").eachText()).containsExactly("✓", "✓", "✕");
    assertThat(page.select(".plot a > svg").eachAttr("x"))
        .containsExactly("0.00%", "25.00%", "100.00%");
    // A failure does not count for the percentiles.
    assertThat(page.select(".timechart .level").eachText()).contains("p50 2.0 s", "p95 4.0 s");
    assertThat(page.select(".scale text").eachText()).containsExactly("0", "5 s", "10 s");
    assertThat(page.select(".plot a:has(path.point.failed)").attr("href"))
        .isEqualTo("/runs/" + last.id());
    assertThat(page.select(".about a").attr("href")).isEqualTo("/project?class=shop");
  }
}
