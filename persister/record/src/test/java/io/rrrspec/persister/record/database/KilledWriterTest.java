package io.rrrspec.persister.record.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while several of their threads write into one H2 file. */
class KilledWriterTest {
  /** Chance decides whether a kill shows the fault; SingleWriterTest shows it every time. */
  private static final int KILLS = 4;

  private static final int THREADS = 4;
  private static final int LONGEST_MILLIS = 500;

  @TempDir Path directory;

  @Test
  void eachRunIsThereAsAWholeOrNotAtAll() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("history"));
    Random random = new Random(1);
    for (int kill = 1; kill <= KILLS; kill++) {
      try (OtherProcess one = OtherProcess.start(url).opened()) {
        one.saveForEver(THREADS);
        Thread.sleep(random.nextInt(LONGEST_MILLIS));
        one.kill();
      }
      assertWhole(url, "after kill " + kill);
    }
  }

  @Tag("nightly")
  @Test
  void alsoWhereTwoProcessesWrite() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("history"));
    Random random = new Random(2);
    for (int kill = 1; kill <= KILLS / 2; kill++) {
      // The first one serves the file, so that both have to stop.
      try (OtherProcess serving = OtherProcess.start(url).opened();
          OtherProcess other = OtherProcess.start(url).opened()) {
        serving.saveForEver(1);
        other.saveForEver(1);
        Thread.sleep(random.nextInt(LONGEST_MILLIS));
        serving.kill();
        other.kill();
      }
      assertWhole(url, "after kill " + kill);
    }
  }

  private static void assertWhole(String url, String when) throws Exception {
    try (Connection connection = Connections.open(url);
        Statement statement = connection.createStatement()) {
      long runs = count(statement, "SELECT COUNT(*) FROM taskset");
      assertThat(count(statement, "SELECT COUNT(*) FROM taskset WHERE uuid > ''"))
          .as("runs in the index of their ids, %s", when)
          .isEqualTo(runs);
      assertThat(count(statement, "SELECT COUNT(*) FROM task"))
          .as("tasks of %d runs, %s", runs, when)
          .isEqualTo(OtherProcess.TASKS * runs);
      assertThat(count(statement, "SELECT COUNT(*) FROM trial"))
          .as("trials, %s", when)
          .isEqualTo(count(statement, "SELECT COUNT(*) FROM trial WHERE key_hash > X'00'"));
      assertThat(
              count(
                  statement,
                  "SELECT COUNT(*) FROM taskset WHERE (SELECT COUNT(*) FROM task WHERE taskset_id ="
                      + " taskset.id) <> "
                      + OtherProcess.TASKS))
          .as("runs without all of their tasks, %s", when)
          .isZero();
    }
  }

  private static long count(Statement statement, String sql) throws Exception {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
