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
        .contains(">core:a.CartTest</a>", ">core:a.StockTest</a>")
        .doesNotContain("web/ui:a.CartTest", "a.RootTest");
    assertThat(page("/runs/" + id + "/classes?module="))
        .contains(">a.RootTest</a>")
        .doesNotContain("a.CartTest");
    assertThat(page("/runs/" + id + "?module=core"))
        .contains("show=failed&amp;module=core#classes", "show=all#classes\">all modules</a>");
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
        .contains(">odd:a.Test1</a>", ">odd:a.Test399</a>", "module=odd&after=400#classes")
        .doesNotContain("even:a.", "odd:a.Test401<");
    assertThat(page("/runs/" + id + "/classes?module=odd&after=400"))
        .contains(">odd:a.Test401</a>", ">odd:a.Test499</a>")
        .doesNotContain("after=", "odd:a.Test399<");
  }

  @Test
  void aRunWithoutModulesHasNoSuchColumn() throws Exception {
    String id = run("a.CartTest", "a.StockTest");

    assertThat(page("/runs/" + id)).contains(">a.CartTest</a>").doesNotContain("Module");
  }
}
