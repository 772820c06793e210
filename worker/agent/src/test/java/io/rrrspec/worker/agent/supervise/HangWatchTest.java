package io.rrrspec.worker.agent.supervise;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.supervise.HangWatch.Finding;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HangWatchTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  /** Of a task without an estimate, with 20 s: 30 s, and one more for the slave to end itself. */
  private static final int DEADLINE = 31;

  private final AtomicLong nanos = new AtomicLong();
  private final String slave = Keys.slave(testRedis.keys().worker("w"), "1");
  private HangWatch watch;
  private String taskset = "";

  /** What the slave says that it runs. */
  private String runs = "";

  @BeforeEach
  void aSlaveThatHoldsATrial() {
    TasksetStore tasksets = new TasksetStore(testRedis.connection(), testRedis.keys());
    taskset = aTaskset().withTasks("a").unknownTimeoutSec(20).activatedIn(tasksets);
    String trial = Keys.trial(Keys.task(taskset, "a"), "1");
    var redis = testRedis.connection().commands();
    redis.hset(slave, "open_trial", trial);
    redis.hset(trial, "task", Keys.task(taskset, "a"));
    watch =
        new HangWatch(
            new SlaveStore(testRedis.connection()),
            tasksets.find(taskset).orElseThrow(),
            nanos::get);
    assertThat(watch.look(slave, runs)).isEqualTo(Finding.FINE);
  }

  private Finding lookAfter(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    return watch.look(slave, runs);
  }

  @Test
  void aSlaveHangsThatHoldsATrialForLongerThanItsHardLimit() {
    for (int second = 0; second < DEADLINE; second++) {
      assertThat(lookAfter(1)).isEqualTo(Finding.FINE);
    }
    assertThat(lookAfter(1)).isEqualTo(Finding.HANGS);
  }

  @Test
  void aProbeHasTheTimeOfAllThatItRuns() {
    String probe = slave + "-probe";
    var redis = testRedis.connection().commands();
    redis.hset(slave, "open_trial", probe);
    redis.hset(probe, Map.of("task", taskset + ":task:a", "after", "b\nc"));
    assertThat(lookAfter(1)).isEqualTo(Finding.FINE);
    // Two more classes of 30 s.
    for (int second = 0; second < 60 + DEADLINE; second++) {
      assertThat(lookAfter(1)).isEqualTo(Finding.FINE);
    }
    assertThat(lookAfter(1)).isEqualTo(Finding.HANGS);
  }

  @Test
  void whatCouldNotBeAskedForAWhileIsGivenTheTimeToReport() {
    assertThat(lookAfter(DEADLINE + 1)).as("Redis was away").isEqualTo(Finding.FINE);
    for (int second = 0; second < 10; second++) {
      assertThat(lookAfter(1)).isEqualTo(Finding.FINE);
    }
    assertThat(lookAfter(1)).isEqualTo(Finding.HANGS);
  }

  @Test
  void aSlaveThatRunsAnotherTrialThanRedisSaysIsAstrayAndNotHanging() {
    runs = "a trial that Redis has lost";
    for (int second = 0; second < 4; second++) {
      assertThat(lookAfter(1)).as("it may be between two trials").isEqualTo(Finding.FINE);
    }
    assertThat(lookAfter(1)).isEqualTo(Finding.ASTRAY);
  }

  @Test
  void aSlaveThatReportsAndClaimsOneTrialAfterTheOtherIsNotAstray() {
    var redis = testRedis.connection().commands();
    for (int trial = 0; trial < 20; trial++) {
      runs = "trial " + trial;
      redis.hset(slave, "open_trial", "trial " + (trial + 1));
      assertThat(lookAfter(1)).isEqualTo(Finding.FINE);
    }
  }

  @Test
  void aSlaveThatRunsWhatItHoldsIsFine() {
    runs = String.valueOf(testRedis.connection().commands().hget(slave, "open_trial"));
    for (int second = 0; second < 20; second++) {
      assertThat(lookAfter(1)).isEqualTo(Finding.FINE);
    }
  }
}
