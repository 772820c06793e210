package io.rrrspec.persister.record.database;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.history.ClassRun;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.history.JvmHistory;
import io.rrrspec.persister.record.history.JvmRecord;
import io.rrrspec.persister.record.history.JvmRecord.Measured;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.history.SpecHistory;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.run.SavedRun;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database with runs in it that an older version has made. */
class UpgradeTest {
  private static final String KEY = "rrrspec:taskset:old";
  private static final byte[] SPEC_HASH = Hash.of("shop", "com.shop.CartTest");
  private static final byte[] TEST_HASH = Hash.of("shop", "com.shop.CartTest", "adds");

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void theFirstVersionKeepsItsRunsAndIsReadOnlyWhenItIsUpgraded(TestDatabase kind)
      throws Exception {
    String url = kind.newUrl(directory);
    migrate(url, "1");
    fill(url);
    assertThatThrownBy(() -> Database.openForReading(url))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("has schema version 1, and this program reads version ");

    try (Database database = Database.open(url)) {
      assertThat(new RunReader(database).find("old").orElseThrow().sources()).isNull();
      assertThat(new FlakyTests(database).find(null, ClassWindow.ofRuns(10), 10)).isEmpty();
      SavedRun old =
          new RecentRuns(database).page(RunFilter.ALL.ofRsyncName("a"), 1, 10).runs().get(0);
      assertThat(old.taskset().key()).isEqualTo(KEY);
      assertThat(old.endedMillis()).isEqualTo(2000);
      assertThat(old.tests()).isNull();
      assertThat(new RunInSql(database, old).failures(10))
          .extracting(FailedTest::cause)
          .containsExactly("no at com.shop.CartTest.adds");
      SpecHistory history =
          new SpecHistories(database).find("shop", "CartTest", ClassWindow.ofRuns(10), 5).get(0);
      assertThat(history.newest()).singleElement().extracting(ClassRun::run).isEqualTo(KEY);
      assertThat(history.newest().get(0).failing()).containsExactly("adds");

      // Old and new lie side by side.
      RunBuilder next = aRun().ofClass("shop").passed("com.shop.CartTest", 20);
      new TasksetArchive(database).saveFinished(next.taskset(), next.tasks());
      assertThat(new ClassHistory(database).failedLast("shop")).isEmpty();
      assertThat(
              new SpecHistories(database)
                  .find("shop", "CartTest", ClassWindow.ofRuns(10), 5)
                  .get(0)
                  .changes())
          .hasSize(1);
    }
    try (Database database = Database.openForReading(url)) {
      assertThat(new RunReader(database).recent(10)).hasSize(2);
      assertThat(new RunReader(database).tasks("old")).hasSize(1);
    }
  }

  private static void migrate(String url, String version) {
    Flyway.configure(Schema.class.getClassLoader())
        .dataSource(Dialect.of(url).forDriver(url), null, null)
        .table("flyway_schema_history")
        .locations("classpath:" + Schema.FOLDER)
        .placeholders(Dialect.of(url).placeholders())
        .target(version)
        .load()
        .migrate();
  }

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void theOnlyKindOfJvmOfAnOlderVersionWasAQuickOne(TestDatabase kind) throws Exception {
    String url = kind.newUrl(directory);
    migrate(url, "17");
    fill(url);
    try (Connection connection = DriverManager.getConnection(Dialect.of(url).forDriver(url))) {
      insert(connection, "UPDATE task SET status = 'passed', quick = 'tried', cpu_ms = 700");
      insert(connection, "UPDATE trial SET status = 'passed', verdict = 'passed'");
      insert(
          connection,
          "INSERT INTO quick_refusal (class_hash, spec_hash, spec_file, seen_ms) VALUES (?, ?,"
              + " 'com.shop.CartTest', 1000)",
          Hash.of("shop"),
          SPEC_HASH);
    }

    try (Database database = Database.open(url)) {
      Map<String, JvmRecord> records =
          new JvmHistory(database).of("shop", List.of("com.shop.CartTest"));
      assertThat(records)
          .containsOnly(
              Map.entry(
                  "com.shop.CartTest",
                  new JvmRecord(
                      1,
                      List.of(JvmKind.QUICK),
                      Map.of(JvmKind.QUICK, new Measured(1, Duration.ofMillis(700))),
                      Set.of(JvmKind.QUICK),
                      Set.of())));
      assertThat(new RunReader(database).tasks("old"))
          .extracting(Task::jvm)
          .containsExactly(new TaskJvm(JvmKind.QUICK, TaskJvm.State.TRIED));
    }
  }

  /** In the words of the first version: no class of today's writes them. */
  private static void fill(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(Dialect.of(url).forDriver(url))) {
      insert(
          connection,
          "INSERT INTO taskset (uuid, redis_key, rsync_name, setup_command, slave_command,"
              + " worker_type, max_workers, max_trials, class_hash, taskset_class,"
              + " unknown_spec_timeout_sec, least_timeout_sec, created_ms, finished_ms, status,"
              + " succeeded_count, failed_count, task_count, runner, logs_saved) VALUES ('old', ?,"
              + " 'a', '', '', '', 1, 1, ?, 'shop', 1, 1, 1000, 2000, 'failed', 0, 1, 1, 'junit',"
              + " TRUE)",
          KEY,
          Hash.of("shop"));
      insert(
          connection,
          "INSERT INTO task (taskset_id, task_no, spec_hash, spec_file, status) SELECT id, 1, ?,"
              + " 'com.shop.CartTest', 'failed' FROM taskset",
          (Object) SPEC_HASH);
      insert(
          connection,
          "INSERT INTO trial (taskset_id, task_no, trial_no, key_hash, trial_name, slave_key,"
              + " started_ms, finished_ms, status, verdict, passed, pending, failed, threads_left)"
              + " SELECT id, 1, 0, ?, 't', 's', 1000, 2000, 'failed', 'bad', 0, 0, 1, 0 FROM"
              + " taskset",
          (Object) Hash.of("t"));
      insert(
          connection,
          "INSERT INTO failed_case (taskset_id, task_no, trial_no, case_no, test_hash, class_name,"
              + " name, outcome, duration_ms, message, flaky) SELECT id, 1, 0, 0, ?,"
              + " 'com.shop.CartTest', 'adds', 'failed', 5, 'no', FALSE FROM taskset",
          (Object) TEST_HASH);
    }
  }

  private static void insert(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof byte[] bytes) {
          statement.setBytes(i + 1, bytes);
        } else {
          statement.setString(i + 1, (String) values[i]);
        }
      }
      statement.executeUpdate();
    }
  }

  @Test
  void aFileThatIsNotThereIsNotMadeByReading() throws Exception {
    assertThatThrownBy(() -> Database.openForReading(JdbcUrl.ofFile(directory.resolve("none"))))
        .isInstanceOf(ServiceException.class)
        .hasMessageEndingWith(
            "does not exist: start a persister with this database_url first, or correct it")
        .message()
        .hasLineCount(1);
    assertThat(directory.toFile().list()).isEmpty();
  }

  @Test
  void aDatabaseWithoutTablesIsNotFilledByReading() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("empty"));
    DriverManager.getConnection(url).close();
    assertThatThrownBy(() -> Database.openForReading(url))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("has no runs in it")
        .message()
        .hasLineCount(1);
  }
}
