package io.rrrspec.acceptance.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a foreign client asks for, served by our parts. */
class ForeignClientTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String SOURCES =
      "acceptance/src/test/java/io/rrrspec/acceptance/foreign/fixture/";

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
  void itsTestsRunByThePathOfTheirSourceAndTheRunIsKept() throws Exception {
    fleet.worker("w", 1);
    ForeignClient client =
        fleet
            .client()
            .with("slave_command", SlaveCommands.junit(fleet.workspace("w")))
            .with("max_trials", "2")
            .with("worker_type", "")
            .with("max_workers", "")
            .with("least_timeout_sec", "");
    String passing = SOURCES + "PassingBehaviour.java";
    String failing = SOURCES + "FailingBehaviour.java";
    String taskset = client.start(passing, failing);

    client.waitFor(taskset, Duration.ofSeconds(30));

    assertThat(fleet.commands().hmget(taskset, "status", "succeeded_count", "failed_count"))
        .containsExactly("failed", "1", "1");
    assertThat(fleet.commands().hget(taskset, "finished_at")).endsWith(" UTC");
    assertThat(fleet.taskStatus(taskset, passing)).isEqualTo("passed");
    assertThat(fleet.trials(taskset, failing))
        .hasSize(2)
        .allMatch(trial -> trial.status() == TrialStatus.FAILED);
    assertThat(fleet.commands().ttl(Keys.task(taskset, passing))).isPositive();
    // The client is told of the end before all of it is kept.
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(fleet.commands().hgetAll(fleet.keys.estimateSec("project")))
                  .containsKey(passing);
              assertThat(fleet.history().find(Keys.lastPart(taskset))).isPresent();
            });
  }

  @Test
  void aTasksetWithoutTasksEndsAndSaysSo() {
    String taskset = fleet.client().start();

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(10))).isEqualTo("failed");
    assertThat(fleet.commands().hget(taskset, "reason")).isEqualTo("no tasks");
  }

  @Test
  void numbersThatAreNoneStopNothing() {
    fleet.foreignWorker("r", Timing.QUICK, specFile -> "passed").start();
    String taskset =
        fleet
            .client()
            .with("max_workers", "many")
            .with("max_trials", "x")
            .with("unknown_spec_timeout_sec", "")
            .with("taskset_class", "")
            .start("a_spec.rb");

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(10))).isEqualTo("succeeded");
  }

  @Test
  void aTaskThatIsListedTwiceIsCountedOnceAndTheRunEnds() {
    fleet.foreignWorker("r", Timing.QUICK, specFile -> "passed").start();
    String taskset = fleet.client().start("a_spec.rb", "b_spec.rb", "a_spec.rb");

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(20))).isEqualTo("failed");
    assertThat(fleet.commands().hget(taskset, "reason")).isEqualTo("asked for 3 tasks, decided 2");
    assertThat(fleet.trials(taskset, "a_spec.rb")).extracting(Trial::passed).containsExactly(1);
  }
}
