package io.rrrspec.acceptance.foreign;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A test that always fails, max_trials 3: three trials, the end, and a Redis that is idle. */
class AlwaysFailingTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration SOON = Duration.ofSeconds(40);

  /**
   * Commands a second of all parts of this fleet, whose loops look twice as often as usual, and of
   * the starts of three JVMs; one slave that goes in circles sends thousands.
   */
  private static final long BUSY = 150;

  /** What the run itself takes, however fast the machine is. */
  private static final long WORK = 500;

  @TempDir Path dir;

  private Fleet fleet;
  private CommandCount count;
  private long began;

  @BeforeEach
  void start() {
    fleet = new Fleet(redis, dir);
    count = CommandCount.start(redis);
    began = System.nanoTime();
  }

  @AfterEach
  void stop() throws Exception {
    count.close();
    fleet.close();
  }

  private String failing() {
    return aTaskset()
        .withTasks("false")
        .maxTrials(3)
        .slaveCommand(SlaveCommands.ours())
        .activatedIn(fleet.tasksets);
  }

  /** Three trials and the end with the third; answers the slaves in their order. */
  private List<String> assertThreeTrialsAndCalm(String taskset, String spec) {
    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("failed");
    Map<String, Long> counts = count.stop();
    long seconds = 1 + Duration.ofNanos(System.nanoTime() - began).toSeconds();
    assertThat(counts.values().stream().mapToLong(Long::longValue).sum())
        .as("commands in %d s: %s", seconds, counts)
        .isLessThan(WORK + BUSY * seconds);
    List<Trial> trials = fleet.trials(taskset, spec);
    assertThat(trials)
        .extracting(Trial::verdict)
        .containsExactly(TrialVerdict.BAD, TrialVerdict.BAD, TrialVerdict.BAD);
    assertThat(trials).extracting(Trial::slaveKey).as("in circles").doesNotHaveDuplicates();
    // By the clock of Redis: what is left is the arbiter's judgement.
    long third = Long.parseLong(fleet.commands().hget(trials.get(2).key(), "finished_ms"));
    long end = Long.parseLong(fleet.commands().hget(taskset, "finished_ms"));
    assertThat(end - third).as("ms from the third trial to the end").isBetween(0L, 5_000L);
    return trials.stream().map(Trial::slaveKey).toList();
  }

  @Test
  void withOneSlaveEachTrialHasAFreshJvm() {
    fleet.worker("w", 1);

    assertThreeTrialsAndCalm(failing(), "false");
  }

  @Test
  void withTwoSlavesBothTryAndThenAFreshJvm() {
    fleet.worker("w", 2);

    assertThreeTrialsAndCalm(failing(), "false");
  }

  @Test
  void withTwoWorkersBothTryFirst() {
    fleet.worker("v", 1);
    fleet.worker("w", 1);
    String taskset = failing();

    List<String> slaves = assertThreeTrialsAndCalm(taskset, "false");
    assertThat(slaves).extracting(Keys::workerOf).contains(fleet.keys.worker("w"));
  }

  @Test
  void withOneOfAnotherMakeAndOneOfOursOursTriesWhatIsLeft() {
    fleet.foreignWorker("r", Timing.QUICK, specFile -> "failed").start();
    fleet.worker("w", 1);
    String spec = "m/src/test/java/io/rrrspec/acceptance/foreign/fixture/FailingBehaviour.java";
    String taskset =
        fleet
            .client()
            .with("slave_command", SlaveCommands.junit(fleet.workspace("w")))
            .with("max_trials", "3")
            .start(spec);
    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("failed");

    List<Trial> trials = fleet.trials(taskset, spec);
    assertThat(trials).hasSize(3).extracting(Trial::verdict).containsOnly(TrialVerdict.BAD);
    assertThat(trials).extracting(Trial::slaveKey).as("in circles").doesNotHaveDuplicates();
    Map<String, Long> counts = count.stop();
    long seconds = 1 + Duration.ofNanos(System.nanoTime() - began).toSeconds();
    assertThat(counts.values().stream().mapToLong(Long::longValue).sum())
        .as("commands in %d s: %s", seconds, counts)
        .isLessThan(WORK + BUSY * seconds);
  }
}
