package io.rrrspec.acceptance.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign slaves under our server, alone and beside ours. */
class ForeignSlaveTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration SOON = Duration.ofSeconds(15);

  /** Commands a second of all parts together; one that goes in circles sends thousands. */
  private static final long BUSY = 300;

  /** What starting the parts and running a taskset of a few tasks sends, however fast it ends. */
  private static final long RUN = 1000;

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

  private static String fail(String specFile) {
    return specFile.startsWith("bad") ? "failed" : "passed";
  }

  private static String pass(String specFile) {
    return "passed";
  }

  private void assertCalm(CommandCount count, Instant since) {
    long seconds = 1 + Duration.between(since, Instant.now()).toSeconds();
    Map<String, Long> counts = count.stop();
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    assertThat(all).as("commands in %d s: %s", seconds, counts).isLessThan(RUN + BUSY * seconds);
  }

  @Test
  void whatAllOfThemHaveTriedFailsAfterTenSecondsAndTheLogSaysWhy() throws Exception {
    fleet.foreignWorker("r", Timing.QUICK, ForeignSlaveTest::fail, ForeignSlaveTest::fail).start();
    Instant began = Instant.now();
    try (CommandCount count = CommandCount.start(redis)) {
      String taskset = fleet.client().with("max_trials", "3").start("bad_spec.rb", "a_spec.rb");

      assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(20))).isEqualTo("failed");
      assertThat(Duration.between(began, Instant.now())).isGreaterThan(Duration.ofSeconds(10));
      assertThat(fleet.trials(taskset, "bad_spec.rb"))
          .as("each has tried it once")
          .extracting(Trial::verdict)
          .containsExactly(TrialVerdict.BAD, TrialVerdict.BAD);
      assertThat(fleet.taskStatus(taskset, "a_spec.rb")).isEqualTo("passed");
      assertThat(fleet.commands().get(Keys.log(taskset)))
          .contains("failed after 2 bad trials: every live slave is foreign");
      assertCalm(count, began);
    }
  }

  @Test
  void whatOneHasFailedGoesToAnotherThatIsIdle() throws Exception {
    Instant began = Instant.now();
    try (CommandCount count = CommandCount.start(redis)) {
      AtomicInteger first = new AtomicInteger();
      ForeignSlave.Tests once = specFile -> first.getAndIncrement() == 0 ? "failed" : "passed";
      fleet.foreignWorker("r", Timing.QUICK, once, once).start();
      String taskset = fleet.client().start("a_spec.rb");

      assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(9))).isEqualTo("succeeded");
      assertThat(fleet.trials(taskset, "a_spec.rb"))
          .extracting(Trial::slaveKey)
          .doesNotHaveDuplicates()
          .hasSize(2);
      assertCalm(count, began);
    }
  }

  @Test
  void whatItHasFailedOneOfOursTriesAgain() throws Exception {
    Instant began = Instant.now();
    try (CommandCount count = CommandCount.start(redis)) {
      String spec = "io.rrrspec.acceptance.foreign.fixture.PassingBehaviour";
      CountDownLatch failed = new CountDownLatch(1);
      fleet
          .foreignWorker(
              "r",
              Timing.QUICK,
              specFile -> {
                failed.countDown();
                return "failed";
              })
          .start();
      String taskset =
          fleet
              .client()
              .with("slave_command", SlaveCommands.junit(fleet.workspace("w")))
              .start(spec);
      assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
      fleet.worker("w", 1);

      assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
      assertThat(fleet.trials(taskset, spec))
          .extracting(Trial::verdict)
          .containsExactly(TrialVerdict.BAD, TrialVerdict.PASSED);
      assertCalm(count, began);
    }
  }

  @Test
  void aTaskWithWhichItDiedBeforeThereWasATrialGoesBack() {
    Timing mortal = Timing.QUICK.withHeartbeat(Duration.ofSeconds(2));
    AtomicInteger popped = new AtomicInteger();
    ForeignSlave.Tests dies =
        new ForeignSlave.Tests() {
          @Override
          public String run(String specFile) {
            return "passed";
          }

          @Override
          public boolean diesBefore(String specFile) {
            return specFile.equals("a_spec.rb") && popped.getAndIncrement() == 0;
          }
        };
    fleet.foreignWorker("r", mortal, dies, dies).start();
    String taskset = fleet.client().start("a_spec.rb", "b_spec.rb");

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    assertThat(fleet.trials(taskset, "a_spec.rb")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatItFinishesAfterItWasGivenUpChangesNothingAndItDoesNotGoInCircles(boolean toFront)
      throws Exception {
    CountDownLatch holds = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    ForeignWorker paused =
        fleet
            .foreignWorker(
                "r",
                Timing.QUICK,
                new ForeignSlave.Tests() {
                  @Override
                  public String run(String specFile) throws InterruptedException {
                    holds.countDown();
                    assertThat(goesOn.await(30, TimeUnit.SECONDS)).isTrue();
                    return "failed";
                  }

                  @Override
                  public boolean pushesToFront() {
                    return toFront;
                  }
                })
            .start();
    String taskset = fleet.client().with("max_trials", "2").start("a_spec.rb");
    assertThat(holds.await(30, TimeUnit.SECONDS)).isTrue();
    String slave = Keys.slave(paused.key(), "100");
    // As if it had been stopped for longer than its heartbeat lives.
    fleet.commands().del(Keys.heartbeat(slave));
    await().atMost(SOON).until(() -> fleet.commands().llen(Keys.taskQueue(taskset)) == 1);
    fleet.commands().set(Keys.heartbeat(slave), "alive");
    goesOn.countDown();
    // It goes round, as fast as it can, until the watchdog sees it.
    await().atMost(SOON).until(() -> fleet.commands().llen(Keys.retryQueue(taskset)) == 1);
    Instant calm = Instant.now();
    try (CommandCount count = CommandCount.start(redis)) {
      await()
          .during(Duration.ofSeconds(2))
          .atMost(SOON)
          .until(() -> fleet.commands().llen(Keys.retryQueue(taskset)) == 1);
      assertCalm(count, calm);
    }
    fleet.foreignWorker("s", Timing.QUICK, ForeignSlaveTest::pass).start();

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    assertThat(fleet.trials(taskset, "a_spec.rb"))
        .extracting(Trial::verdict)
        .containsExactly(TrialVerdict.LOST, TrialVerdict.PASSED);
  }

  @Test
  void itsProcessesRunUnderAWorkerOfOurs() {
    String command = SlaveCommands.foreign(redis.url().toString(), "test");
    fleet.worker("w", 2);
    String taskset =
        fleet
            .client()
            .with("slave_command", command)
            .with("max_trials", "1")
            .start("a_spec.rb", "fail_spec.rb", "crash_spec.rb", "b_spec.rb");

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(30))).isEqualTo("failed");
    assertThat(fleet.commands().hmget(taskset, "succeeded_count", "failed_count"))
        .containsExactly("2", "2");
    assertThat(fleet.trials(taskset, "crash_spec.rb"))
        .singleElement()
        .satisfies(trial -> assertThat(trial.reason()).contains("exit code 1"));
    // The worker is not called as its host is.
    for (String spec : List.of("a_spec.rb", "fail_spec.rb", "crash_spec.rb", "b_spec.rb")) {
      assertThat(fleet.trials(taskset, spec))
          .allSatisfy(
              trial ->
                  assertThat(Keys.workerOf(trial.slaveKey())).isEqualTo(fleet.keys.worker("w")));
    }
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(fleet.commands().keys("test:*"))
                    .filteredOn(key -> key.contains(taskset) || key.contains(":slave:"))
                    .isNotEmpty()
                    .allSatisfy(key -> assertThat(fleet.commands().ttl(key)).as(key).isPositive()));
  }

  @Test
  void whatAHostHeldThatDiedIsTriedElsewhereLongBeforeItsHeartbeatEnds() throws Exception {
    CountDownLatch died = new CountDownLatch(1);
    fleet
        .foreignWorker(
            "r",
            Timing.QUICK,
            specFile -> {
              died.countDown();
              return ForeignSlave.DEATH;
            })
        .start();
    String taskset = fleet.client().with("max_trials", "1").start("a_spec.rb", "b_spec.rb");
    assertThat(died.await(30, TimeUnit.SECONDS)).isTrue();
    fleet.foreignWorker("s", Timing.QUICK, ForeignSlaveTest::pass).start();

    // Its slave's heartbeat lives for 60 s.
    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(30))).isEqualTo("succeeded");
    assertThat(fleet.trials(taskset, "a_spec.rb"))
        .extracting(Trial::verdict)
        .containsExactly(TrialVerdict.SUPERSEDED, TrialVerdict.PASSED);
    assertThat(fleet.trials(taskset, "b_spec.rb")).hasSize(1);
    assertThat(fleet.commands().get(Keys.log(taskset)))
        .containsOnlyOnce("queued a second time, as slaves wait: a_spec.rb");
  }

  @Test
  void idleOnesAreNotNoticeable() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    ForeignSlave.Tests slow =
        specFile -> {
          assertThat(goesOn.await(30, TimeUnit.SECONDS)).isTrue();
          return "passed";
        };
    fleet.foreignWorker("r", Timing.QUICK, slow, slow, slow, slow).start();
    String taskset = fleet.client().start("a_spec.rb");
    await().atMost(SOON).until(() -> fleet.commands().llen(Keys.slaves(taskset)) == 4);
    Instant began = Instant.now();
    try (CommandCount count = CommandCount.start(redis)) {
      await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
      assertCalm(count, began);
    }
    goesOn.countDown();

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
  }
}
