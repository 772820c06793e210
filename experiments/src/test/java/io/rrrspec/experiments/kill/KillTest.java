package io.rrrspec.experiments.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.MariaDbServer;
import io.rrrspec.testing.sql.SqlServer;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The short version of {@code scripts/kill-persister}; PostgreSQL is killed in OutageTest. */
class KillTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  @Test
  void eachTasksetIsInAnH2FileOnceAndWhole() throws Exception {
    String url = TestDatabase.H2.newUrl(directory);
    assertThat(new KillRun(url, redis, directory, 3).run(1, 0).lines()).isEmpty();
  }

  @Test
  void eachTasksetIsInMariaDbOnceAndWhole() throws Exception {
    TestDatabase.MARIADB.require();
    try (SqlServer server = MariaDbServer.start(Files.createDirectory(directory.resolve("sql")))) {
      assertThat(new KillRun(server, redis, directory, 2).run(1, 1).lines()).isEmpty();
    }
  }
}
