package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.source.SourceLinks;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Links from the traces of a run to an editor, with a trace that somebody made up. */
class EditorLinksTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String CART = "com.shop.CartTest";
  private static final String EDITOR = "idea://open?file=";

  private static final String TRACE =
      """
      java.lang.AssertionError: no
      \tat org.junit.Assert.fail(Assert.java:89)
      \tat com.shop.CartTest.adds(CartTest.java:12)
      \tat com.shop.CartTest.evil(javascript:alert(1)//CartTest.java:13)
      \tat com.shop.CartTest.evil(../../../../etc/passwd:14)
      \tat com.shop.CartTest.evil(a"onclick="x.java:15)
      \tat com.shop.CartTest.evil(a&line=1&x=.java:16)
      """;

  @TempDir Path directory;

  private final Keys keys = redis.keys();
  private Database database;
  private Records records;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    records = Records.of(redis.connection(), keys, database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String save(String spec) {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    String slave = run.slave("build-1", "11", SlaveStatus.NORMAL_EXIT);
    CaseResult failed =
        new CaseResult(CART, "adds", Outcome.FAILED, 5, "no", "java.lang.AssertionError", TRACE);
    run.task(spec, TaskStatus.FAILED, run.bad(spec, slave, "", null, failed));
    return run.save(database, 5);
  }

  private List<String> foreign(String path, SourceLinks sources) throws Exception {
    try (RunningViewer viewer =
        new RunningViewer(records, "", URI.create("http://127.0.0.1:3000"), sources)) {
      Document page = Jsoup.parse(viewer.get(path).body());
      assertThat(page.select("pre.trace .own")).hasSize(5);
      assertThat(page.select("[onclick]")).isEmpty();
      return page.select("a[href]").eachAttr("href").stream()
          .filter(href -> !href.startsWith("/") && !href.startsWith("#"))
          .toList();
    }
  }

  @Test
  void onlyTheCleanFrameLeadsToTheEditor() throws Exception {
    SourceLinks idea = new SourceLinks(SourceLinks.Editor.IDEA, Path.of("/nowhere/shop"));
    String id = save(CART);
    String expected =
        EDITOR + "%2Fnowhere%2Fshop%2Fsrc%2Ftest%2Fjava%2Fcom%2Fshop%2FCartTest.java&line=12";
    assertThat(foreign("/runs/" + id, idea)).containsExactly(expected);
    assertThat(foreign("/runs/" + id + "/task?name=" + CART, idea)).containsExactly(expected);
    assertThat(foreign("/runs/" + id, SourceLinks.NONE)).isEmpty();
  }

  @Test
  void noNameOfATaskLeadsElsewhere() throws Exception {
    SourceLinks vscode = new SourceLinks(SourceLinks.Editor.VSCODE, Path.of("/nowhere/shop"));
    for (String spec :
        List.of("../../etc:" + CART, "javascript:" + CART, "//evil.example:" + CART)) {
      assertThat(foreign("/runs/" + save(spec), vscode))
          .allMatch(href -> href.startsWith("vscode://file/nowhere/shop/"))
          .noneMatch(href -> href.contains(".."));
    }
  }
}
