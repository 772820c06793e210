package io.rrrspec.acceptance.foreign;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A worker of ours, with a real slave, whose way to Redis is cut for longer than it may be. */
class CutOffWorkerTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration SOON = Duration.ofSeconds(60);

  /** Nobody listens there. */
  private static final int NOWHERE = 1;

  @TempDir Path dir;

  private Fleet fleet;

  @BeforeEach
  void start() {
    fleet = new Fleet(redis, dir);
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  private String taskset(String... tasks) {
    return aTaskset()
        .withTasks(tasks)
        .slaveCommand(SlaveCommands.ours())
        .activatedIn(fleet.tasksets);
  }

  @Test
  void itDropsWhatItHadAndTakesPartAgain() throws Exception {
    URI direct = redis.url();
    try (Forwarder way = new Forwarder(direct.getPort())) {
      URI url =
          new URI(
              direct.getScheme(), direct.getUserInfo(), "127.0.0.1", way.port(), "", null, null);
      RedisConnection connection = RedisConnection.open(url, 6);
      String hangs = "test -e well || sleep 300";
      String first = taskset(hangs);
      fleet.worker("cut", 1, connection, url);
      await().atMost(SOON).until(() -> !fleet.trials(first, hangs).isEmpty());
      String slave = fleet.trials(first, hangs).get(0).slaveKey();
      long group = Long.parseLong(Keys.lastPart(slave));
      assertThat(ProcessHandle.of(group)).isPresent();

      way.leadTo(NOWHERE);
      Files.createFile(fleet.workspace("well").resolve("well"));
      fleet.worker("well", 1);
      assertThat(fleet.awaitEnd(first, SOON)).isEqualTo("succeeded");
      assertThat(fleet.trials(first, hangs))
          .extracting(Trial::verdict)
          .containsExactly(TrialVerdict.LOST, TrialVerdict.PASSED);
      assertThat(fleet.commands().smembers(fleet.keys.workers()))
          .doesNotContain(fleet.keys.worker("cut"));

      way.leadTo(direct.getPort());
      await().atMost(SOON).until(() -> ProcessHandle.of(group).isEmpty());
      await()
          .atMost(SOON)
          .until(() -> fleet.commands().sismember(fleet.keys.workers(), fleet.keys.worker("cut")));
      // One slave each: both have to be at it at once.
      String here = "while [ ! -e go ]; do sleep 0.1; done";
      String there = here + " # too";
      String second = taskset(here, there);
      await()
          .atMost(SOON)
          .until(
              () ->
                  fleet.trials(second, here).size() == 1
                      && fleet.trials(second, there).size() == 1);
      for (String workspace : List.of("cut", "well")) {
        Files.createFile(fleet.workspace(workspace).resolve("go"));
      }
      assertThat(fleet.awaitEnd(second, SOON)).isEqualTo("succeeded");
      // What was late of the first run has changed nothing.
      assertThat(fleet.commands().hget(first, "succeeded_count")).isEqualTo("1");
      way.leadTo(NOWHERE);
      connection.close();
    }
  }
}
