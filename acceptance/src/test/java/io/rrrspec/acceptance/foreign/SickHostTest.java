package io.rrrspec.acceptance.foreign;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two workers with real slaves, of which one fails everything, and fast. */
class SickHostTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration SOON = Duration.ofSeconds(60);

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

  @Test
  void aHostThatFailsEverythingIsTakenOffDropsItsSlavesAndTheRunIsGreen() throws Exception {
    // Both are there before the first one fails. Each failure takes a second: so how many there are
    // is up to the judge, and not to how busy the machine is.
    String taskset =
        aTaskset()
            .withTasks(
                IntStream.range(0, 60)
                    .mapToObj(
                        n ->
                            "while [ ! -e go ]; do sleep 0.1; done; if [ -e ok ]; then sleep 0.4;"
                                + " else sleep 1; false; fi # "
                                + n)
                    .toArray(String[]::new))
            .maxTrials(3)
            .slaveCommand(SlaveCommands.ours())
            .activatedIn(fleet.tasksets);
    Files.createFile(fleet.workspace("well").resolve("ok"));
    fleet.worker("sick", 2);
    fleet.worker("well", 2);
    await()
        .atMost(SOON)
        .until(
            () ->
                fleet.tasksets.slaves(taskset).stream()
                        .filter(slave -> fleet.commands().hexists(slave, "open_trial"))
                        .count()
                    == 4);
    Files.createFile(fleet.workspace("sick").resolve("go"));
    Files.createFile(fleet.workspace("well").resolve("go"));
    String sick = fleet.keys.worker("sick");

    await().atMost(SOON).until(() -> fleet.commands().exists(Keys.sick(sick)));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                fleet.tasksets.slaves(taskset).stream()
                    .filter(slave -> slave.startsWith(sick + ":"))
                    .noneMatch(slave -> fleet.commands().hget(slave, "status").isEmpty()));
    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    assertThat(fleet.commands().hget(taskset, "succeeded_count")).isEqualTo("60");
    assertThat(Integer.parseInt(fleet.commands().hget(taskset, "retries")))
        .as("a few trials: five, and what its other slave had begun by then")
        .isLessThan(12);
    assertThat(fleet.commands().hget(sick, "taskset")).isEmpty();
    assertThat(fleet.tasksets.log(taskset)).contains(sick + " was taken off: ");
    assertThat(fleet.commands().get(Keys.log(Keys.workerLog(taskset, sick))))
        .contains(" its worker was taken off: 5 tasks failed here and passed elsewhere\n");
  }
}
