package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.EstimateStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run knows what the starts of its test JVMs took in the run before it. */
class StartCostsIT {
  private static final String CLASS = "startcosts";
  private static final String[] LAUNCHES = {"app", "app@again", "core", "services/billing"};

  @TempDir Path scratch;

  private final List<Process> services = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    services.forEach(Process::destroy);
    for (Process service : services) {
      service.waitFor();
    }
  }

  @Test
  void theSecondRunOnAFleetBeginsWithWhatTheFirstOneMeasured() throws Exception {
    try (EmbeddedRedis redis =
            EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
        RedisConnection connection = RedisConnection.open(redis.url(), 1)) {
      RealRun client = new RealRun(scratch, "reactor");
      Files.writeString(
          scratch.resolve("fleet.yml"),
          """
          redis: %s
          http_port: 0
          command_port: 0
          taskset_class: %s
          database_url: %s
          rsync_remote_path: %s
          """
              .formatted(
                  redis.url(),
                  CLASS,
                  JdbcUrl.ofFile(scratch.resolve("record")),
                  Files.createDirectory(scratch.resolve("sent"))));
      client.settings(scratch.resolve("fleet.yml"));
      service(client, "server");
      service(client, "persister");
      service(
          client, "worker", "--slaves", "1", "--working-dir", scratch.resolve("work").toString());

      Keys keys = new Keys("rrrspec");
      ServerStore servers = new ServerStore(connection, keys);
      Awaitility.await().atMost(Duration.ofMinutes(2)).until(servers::isServed);
      RealRun.Result first = client.command("client", "start", "--wait");
      assertThat(first.code()).as(first.err() + first.out()).isZero();

      EstimateStore estimates = new EstimateStore(connection, keys);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !estimates.startCosts(CLASS).isEmpty());
      Map<String, Duration> measured = estimates.startCosts(CLASS);
      assertThat(measured).containsOnlyKeys(LAUNCHES);

      RealRun.Result second =
          client.command("client", "start", "--key-only", "--worker-type", "nobody");
      assertThat(second.code()).as(second.err() + second.out()).isZero();
      Map<String, String> begin = new TreeMap<>();
      measured.forEach((launch, cost) -> begin.put(launch, cost.toMillis() + "\t1"));
      assertThat(connection.commands().hgetAll(Keys.startMs(second.out().strip())))
          .isEqualTo(begin);
    }
  }

  @Test
  void aRunOnOneMachineLeavesThemInItsHistory() throws Exception {
    RealRun run = new RealRun(scratch, "reactor");
    run.settings(Files.writeString(scratch.resolve("run.yml"), "taskset_class: " + CLASS + "\n"));
    RealRun.Result result = run.runBare();
    assertThat(result.code()).as(result.err() + result.out()).isZero();

    try (Database history = Database.open(JdbcUrl.ofFile(run.data().resolve("history")))) {
      assertThat(new ClassHistory(history).startCosts(CLASS))
          .containsOnlyKeys(LAUNCHES)
          .allSatisfy((launch, cost) -> assertThat(cost).isPositive());
    }
  }

  private void service(RealRun client, String... words) throws IOException {
    RealRun place = client.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    services.add(place.startCommand(List.of(words)));
  }
}
