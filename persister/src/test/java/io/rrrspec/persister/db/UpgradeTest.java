package io.rrrspec.persister.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database with runs in it that an older version has made. */
class UpgradeTest {
  @TempDir Path directory;

  @Test
  void theFirstVersionKeepsItsRunsAndIsReadOnlyWhenItIsUpgraded() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("rrrspec"));
    Flyway.configure(Schema.class.getClassLoader())
        .dataSource(url, "", "")
        .table("flyway_schema_history")
        .locations("classpath:" + Schema.FOLDER)
        .placeholders(Dialect.of(url).placeholders())
        .target("1")
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO taskset (uuid, redis_key, rsync_name, setup_command, slave_command,"
              + " worker_type, max_workers, max_trials, class_hash, taskset_class,"
              + " unknown_spec_timeout_sec, least_timeout_sec, status, succeeded_count,"
              + " failed_count, task_count, runner, logs_saved) VALUES ('old',"
              + " 'rrrspec:taskset:old', 'a', '', '', '', 1, 1,"
              + " X'000102030405060708090a0b0c0d0e0f', 'shop', 1, 1, 'succeeded', 1, 0, 1,"
              + " 'junit', TRUE)");
    }
    assertThatThrownBy(() -> Database.openForReading(url))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("has schema version 1, and this program reads version 2");

    try (Database database = Database.open(url)) {
      assertThat(new RunReader(database).find("old").orElseThrow().sources()).isNull();
      assertThat(new FlakyTests(database).find(null, Window.ofRuns(10), 10)).isEmpty();
    }
    try (Database database = Database.openForReading(url)) {
      assertThat(new RunReader(database).recent(10)).hasSize(1);
    }
  }

  @Test
  void aFileThatIsNotThereIsNotMadeByReading() throws Exception {
    assertThatThrownBy(() -> Database.openForReading(JdbcUrl.ofFile(directory.resolve("none"))))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("does not exist")
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
