package io.rrrspec.experiments.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.mover.PersisterMain;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.PostgresServer;
import io.rrrspec.testing.sql.SqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A database that is away for a while. */
class OutageTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  @Test
  void thePersisterWaitsSaysSoInOneLineAndToTheServersAndGoesOn() throws Exception {
    Keys keys = redis.keys();
    Feeder feeder = new Feeder(redis.connection(), keys, new Random(1));
    try (SqlServer server = PostgresServer.start(Files.createDirectory(directory.resolve("sql")))) {
      String url = server.url(server.newDatabase());
      thePersisterSurvives(server, url, feeder);
    }
  }

  private void thePersisterSurvives(SqlServer server, String url, Feeder feeder) throws Exception {
    Keys keys = redis.keys();
    try (DaemonProcess persister = persister(url)) {
      persister.awaitLog("persister is ready");
      server.kill();
      feeder.feed(6);
      feeder.leave();
      persister.awaitLog("persister waits for the database: database jdbc:postgresql:.*is out of");
      String member = redis.connection().commands().smembers(keys.servers()).iterator().next();
      Awaitility.await("its heartbeat says why")
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  String.valueOf(redis.connection().commands().get(Keys.heartbeat(member)))
                      .contains("is out of reach"));

      server.startAgain();

      persister.awaitLog("persister works again, after [0-9]+ failures?");
      for (String key : feeder.ended()) {
        persister.awaitLog("taskset " + key + ": logs persisted");
      }
      Awaitility.await("its heartbeat says that all is well")
          .atMost(Duration.ofSeconds(30))
          .until(() -> "alive".equals(redis.connection().commands().get(Keys.heartbeat(member))));
      assertThat(persister.log().lines().filter(line -> line.contains(" WARN "))).hasSize(1);
      assertThat(persister.log()).doesNotContain("secret").doesNotContain("\tat ");
      try (Database database = Database.open(url)) {
        Whole whole = new Whole(redis.connection(), keys, database);
        assertThat(whole.compare(feeder.ended()).lines()).isEmpty();
      }
    }
  }

  private DaemonProcess persister(String url) throws Exception {
    return DaemonProcess.start(
        PersisterMain.class.getName(),
        directory,
        Map.of(
            "RRRSPEC_REDIS", redis.url().toString(),
            "RRRSPEC_NAMESPACE", redis.keys().namespace(),
            "RRRSPEC_DATABASE_URL", url),
        "persister");
  }
}
