package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The list of classes of a run as a browser gets it, by module. */
class ModulesOfARunTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir Path dir;

  private final Keys keys = redisServer.keys();
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

  private String page(String path) throws Exception {
    HttpResponse<String> answer = viewer.get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private String run(String... specs) {
    SavedRuns run = new SavedRuns(keys, START);
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    for (String spec : specs) {
      run.task(spec, TaskStatus.PASSED, run.trial(spec, slave, 1, 2, TrialVerdict.PASSED));
    }
    return run.save(database, 60);
  }

  @Test
  void theClassesOfOneModuleAreListedAlone() throws Exception {
    String id = run("core:a.CartTest", "web/ui:a.CartTest", "core:a.StockTest", "a.RootTest");

    assertThat(page("/runs/" + id))
        .contains("<th>Module</th>", "show=all&amp;module=web%2Fui#classes\">web/ui</a>")
        .contains("show=all&amp;module=#classes\">.</a>")
        .doesNotContain("all modules");
    assertThat(page("/runs/" + id + "/classes?module=core"))
        .contains("name=core%3Aa.CartTest\">a.CartTest</a>", ">a.StockTest</a>")
        .doesNotContain("web%2Fui%3Aa.CartTest", "a.RootTest", "<th>Module</th>");
    assertThat(page("/runs/" + id + "/classes?module="))
        .contains(">a.RootTest</a>")
        .doesNotContain("a.CartTest");
    assertThat(page("/runs/" + id + "?module=core"))
        .contains("show=failed&amp;module=core#classes", "show=all#classes\">all modules</a>")
        .contains("Classes of core</h2>")
        .contains("<tr aria-current=\"true\">");
    assertThat(page("/runs/" + id + "/classes?module=%3Cgone%3E"))
        .contains("No class is known yet.")
        .doesNotContain("<gone>");
  }

  @Test
  void aPartOfAModuleGoesOnWhereItEnded() throws Exception {
    String[] specs = new String[500];
    for (int i = 0; i < specs.length; i++) {
      specs[i] = (i % 2 == 0 ? "even" : "odd") + ":a.Test" + i;
    }
    String id = run(specs);

    assertThat(page("/runs/" + id + "/classes?module=odd"))
        .contains(">a.Test1</a>", ">a.Test399</a>", "module=odd&after=200#classes")
        .doesNotContain("even", ">a.Test401<");
    assertThat(page("/runs/" + id + "/classes?module=odd&after=200"))
        .contains(">a.Test401</a>", ">a.Test499</a>")
        .doesNotContain("after=", ">a.Test399<");
  }

  @Test
  void classesAreSortedAndThoseOfAPackageListedAlone() throws Exception {
    SavedRuns run = new SavedRuns(keys, START);
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    for (String spec : new String[] {"core:a.ZTest", "core:b.LongTest", "web:a.ATest"}) {
      int seconds = spec.contains("Long") ? 30 : 1;
      run.task(spec, TaskStatus.PASSED, run.trial(spec, slave, 0, seconds, TrialVerdict.PASSED));
    }
    run.task(
        "web:a.RedTest",
        TaskStatus.FAILED,
        run.trial("web:a.RedTest", slave, 0, 2, TrialVerdict.BAD));
    String id = run.save(database, 40);
    String list = "/runs/" + id + "/classes";

    // Those that failed come first.
    assertThat(page(list))
        .containsSubsequence(">a.RedTest</a>", ">a.ZTest</a>", ">b.LongTest</a>", ">a.ATest</a>");
    assertThat(page(list + "?sort=time"))
        .containsSubsequence("aria-sort=\"descending\"", ">b.LongTest</a>", ">a.RedTest</a>");
    assertThat(page(list + "?sort=name"))
        .containsSubsequence(">a.ZTest</a>", ">b.LongTest</a>", ">a.ATest</a>", ">a.RedTest</a>");
    assertThat(page(list + "?sort=run&package=a"))
        .containsSubsequence(">a.ZTest</a>", ">a.ATest</a>", ">a.RedTest</a>")
        .contains("sort=run&amp;package=a#classes")
        .doesNotContain("b.LongTest");
    assertThat(page(list + "?package=%3Cx")).contains("None begins with &lt;x.");
    assertThat(page("/runs/" + id + "?package=b"))
        .contains("value=\"b\"", "show=failed&amp;package=b#classes");
    assertThat(viewer.get(list + "?sort=size").body()).contains("write outcome, name, time or run");
  }

  @Test
  void aRunWithoutModulesHasNoSuchColumn() throws Exception {
    String id = run("a.CartTest", "a.StockTest");

    assertThat(page("/runs/" + id)).contains(">a.CartTest</a>").doesNotContain("Module");
    assertThat(page("/v2/tasksets/" + id + "/modules")).isEqualTo("[]");
  }

  @Test
  void theModulesOfARunStandInATableFailedOnesFirst() throws Exception {
    SavedRuns run = new SavedRuns(keys, START);
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    run.task(
        "web:a.LongTest",
        TaskStatus.PASSED,
        run.trial("web:a.LongTest", slave, 0, 8, TrialVerdict.PASSED));
    run.task(
        "core:a.CartTest",
        TaskStatus.FAILED,
        run.trial("core:a.CartTest", slave, 8, 9, TrialVerdict.BAD),
        run.trial("core:a.CartTest", slave, 9, 12, TrialVerdict.BAD));
    run.task(
        "core:a.StockTest",
        TaskStatus.PASSED,
        run.trial("core:a.StockTest", slave, 12, 12.5, TrialVerdict.PASSED),
        run.trial("core:a.StockTest", slave, 12, 20, TrialVerdict.SUPERSEDED));
    String id = run.save(database, 60);

    for (int look = 0; look < 2; look++) {
      String page = page("/runs/" + id + "/modules");
      assertThat(page).contains("Modules <span class=\"figures\">2</span>");
      assertThat(page.indexOf("module=core#classes")).isBetween(1, page.indexOf("module=web#"));
      assertThat(page)
          .contains("<strong class=\"failed\">1</strong>", ">4.5 s<", ">8.0 s<", "width=\"56%\"")
          .doesNotContain("Show all");
    }
    assertThat(page("/runs/" + id)).contains("<div id=\"modules\">");
    assertThat(page("/runs/" + id + "/classes?show=failed"))
        .as("what the last trial of a red class took")
        .contains("data-label=\"took\">3.0 s<");
    assertThat(page("/v2/tasksets/" + id + "/modules"))
        .isEqualTo(
            "[{\"module\":\"core\",\"tasks\":2,\"failed\":1,\"time_ms\":4500},"
                + "{\"module\":\"web\",\"tasks\":1,\"failed\":0,\"time_ms\":8000}]");
  }

  @Test
  void twentyOfFiveHundredModulesAreShownAndTheOthersOnRequest() throws Exception {
    String[] specs = new String[500];
    for (int i = 0; i < specs.length; i++) {
      specs[i] = "libs/m" + i + ":a.SomeTest";
    }
    String id = run(specs);

    assertThat(page("/runs/" + id + "/modules").split("<td class=\"spec\">")).hasSize(21);
    assertThat(page("/runs/" + id))
        .contains("?show=all&amp;modules=all#modules\">Show all 500 modules</a>");
    assertThat(page("/runs/" + id + "/modules?modules=all").split("<td class=\"spec\">"))
        .hasSize(501);
  }

  @Test
  void filtersHaveNamesForPeople() throws Exception {
    String id = run("a.CartTest");

    assertThat(page("/runs/" + id))
        .contains("show=order_dependent#classes\">order-dependent</a>")
        .doesNotContain(">order_dependent<");
    assertThat(page("/runs/" + id + "?show=order_dependent")).contains("None is order-dependent.");
  }
}
