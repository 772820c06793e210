package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A retry goes to another worker, else to another slave, else to a fresh JVM. */
class RetryElsewhereTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final Claim LOOK_AGAIN = new Claim.Wait(Duration.ofSeconds(2));

  private Installation i;
  private String taskset;
  private String tried;
  private String beside;

  /** One bad trial on worker "w", which has another slave. */
  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(1).maxTrials(5));
    tried = i.slave(taskset, "1");
    i.runOne(taskset, tried, TrialStatus.FAILED);
    beside = i.slave(taskset, "2");
  }

  private String elsewhere(String worker) {
    i.serve(i.worker(worker), taskset);
    return i.slaveOf(worker, taskset, "1");
  }

  private Claim claim(String slave) {
    return i.trials.claim(taskset, slave, 1);
  }

  private void waitTwoSeconds() {
    String entry = i.commands.lpop(Keys.retryQueue(taskset));
    long since = Long.parseLong(entry.substring(0, entry.indexOf('\t'))) - 2_000;
    i.commands.rpush(Keys.retryQueue(taskset), since + entry.substring(entry.indexOf('\t')));
  }

  @Test
  void anotherWorkerComesFirst() {
    String other = elsewhere("v");

    assertThat(claim(beside)).isEqualTo(LOOK_AGAIN);
    assertThat(claim(tried)).isEqualTo(LOOK_AGAIN);
    assertThat(claim(other)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void afterTwoSecondsAnotherSlaveOfTheSameWorkerTakesIt() {
    elsewhere("v");
    claim(beside);
    waitTwoSeconds();

    assertThat(claim(beside)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void withoutAnotherWorkerAnotherSlaveTakesItAtOnce() {
    assertThat(claim(beside)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void aWorkerThatIsCutOffIsNotWaitedFor() {
    elsewhere("v");
    i.commands.del(Keys.heartbeat(i.keys.worker("v")));

    assertThat(claim(beside)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void aSlaveThatHasEndedIsNotWaitedFor() {
    i.endSlave(elsewhere("v"), taskset, false);

    assertThat(claim(beside)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void whatEveryWorkerHasTriedAnotherSlaveTakesAtOnce() {
    String other = elsewhere("v");
    i.runOne(taskset, other, TrialStatus.FAILED);

    assertThat(claim(beside)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void whatEverySlaveHasTriedAFreshOneTakesAtOnce() {
    String other = elsewhere("v");
    i.runOne(taskset, other, TrialStatus.FAILED);
    i.runOne(taskset, beside, TrialStatus.FAILED);

    assertThat(claim(tried)).isEqualTo(new Claim.Fresh());
    assertThat(claim(other)).isEqualTo(new Claim.Fresh());
    i.endSlave(other, taskset, false);
    assertThat(claim(i.slaveOf("v", taskset, "2"))).isInstanceOf(Claim.Run.class);
  }

  @Test
  void aTrialThatWasLostSaysNothingAgainstItsWorker() {
    String other = elsewhere("v");
    i.claim(taskset, other);
    i.endSlave(other, taskset, true);
    i.judge();
    i.runOne(taskset, beside, TrialStatus.FAILED);
    String third = i.slave(taskset, "3");

    i.slaveOf("v", taskset, "2");
    assertThat(claim(third)).isEqualTo(LOOK_AGAIN);
  }

  @Test
  void whoIsWokenFirstAndHasToLeaveItDoesNotKeepTheOthersAsleep() {
    String own = i.slave(taskset, "3");
    Claim.Run run = i.claim(taskset, beside);
    claim(own);
    String other = elsewhere("v");
    claim(other);
    i.finish(taskset, run, beside, TrialStatus.FAILED);
    i.judge();

    assertThat(i.list(Keys.wake(taskset))).as("one for each that waits").hasSize(2);
  }
}
