package io.rrrspec.acceptance.foreign;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two workers of ours on two hosts, as they say, with real slave processes. */
class TwoHostsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration SOON = Duration.ofSeconds(20);

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
  void whatHangsOnOneHostIsTriedOnTheOtherAndTheLoserIsEnded() throws Exception {
    Files.createFile(fleet.workspace("fast").resolve("fast"));
    String task = "test -e fast || sleep 100";
    String rest = "while [ ! -e done ]; do sleep 0.1; done";
    String taskset =
        aTaskset()
            .withTasks(task, rest)
            .slaveCommand(SlaveCommands.ours())
            .activatedIn(fleet.tasksets);
    Foreign.field(fleet.commands(), Keys.task(taskset, task), "estimate_ms", "60000");
    fleet.worker("slow", 2);
    await().atMost(SOON).until(() -> fleet.trials(taskset, rest).size() == 1);
    fleet.worker("fast", 1);

    await().atMost(SOON).until(() -> fleet.taskStatus(taskset, task).equals("passed"));
    List<Trial> trials = fleet.trials(taskset, task);
    assertThat(trials)
        .extracting(Trial::verdict)
        .containsExactly(TrialVerdict.SUPERSEDED, TrialVerdict.PASSED);
    assertThat(trials.get(0).slaveKey()).contains(":slow:");
    // The run goes on, and its worker has ended the slave meanwhile.
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> "normal_exit".equals(fleet.commands().hget(trials.get(0).slaveKey(), "status")));
    assertThat(fleet.tasksets.status(taskset).orElseThrow().isFinal()).isFalse();
    Files.createFile(fleet.workspace("slow").resolve("done"));
    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    assertThat(fleet.commands().hget(Keys.task(taskset, task), "bad")).isNull();
  }
}
