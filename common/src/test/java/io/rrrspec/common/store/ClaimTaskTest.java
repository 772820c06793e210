package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClaimTaskTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void tasksAreClaimedInTheirOrderEachOnce() {
    String taskset = i.running(aTaskset().withTasks(2));
    Claim.Run first = i.claim(taskset, i.slave(taskset, "1"));
    Claim.Run second = i.claim(taskset, i.slave(taskset, "2"));

    assertThat(first.specFile()).isEqualTo("task-0");
    assertThat(second.specFile()).isEqualTo("task-1");
    assertThat(i.list(Keys.trials(first.task()))).containsExactly(first.trial());
    assertThat(i.field(first.trial(), "started_at")).endsWith(" UTC");
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
  }

  @Test
  void aClaimWhoseAnswerWasLostBringsTheSameTrialAgain() {
    String taskset = i.running(aTaskset().withTasks(2));
    String slave = i.slave(taskset, "1");

    assertThat(i.claim(taskset, slave)).isEqualTo(i.claim(taskset, slave));
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(1);
  }

  @Test
  void aTrialThatSomebodyElseClosedIsNotReturnedAgain() {
    String taskset = i.running(aTaskset().withTasks(2));
    String slave = i.slave(taskset, "1");
    Claim.Run first = i.claim(taskset, slave);
    i.commands.hset(first.trial(), "status", "error");

    assertThat(i.claim(taskset, slave).specFile()).isEqualTo("task-1");
  }

  @Test
  void aSlaveOfAnEarlierLifeIsGone() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");

    assertThat(i.trials.claim(taskset, slave, 2)).isEqualTo(new Claim.Gone());
  }

  @Test
  void aSlaveThatNeverRegisteredIsGone() {
    String taskset = i.running(aTaskset().withTasks(1));

    assertThat(i.trials.claim(taskset, Keys.slave(i.keys.worker("w"), "9"), 1))
        .isEqualTo(new Claim.Gone());
  }

  @Test
  void aSlaveThatWasSeenToEndIsGone() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.endSlave(slave, taskset, true);

    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Gone());
  }

  @Test
  void aSlaveWhoseWorkersHeartbeatLapsedIsGoneAndTakesNothingWithIt() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.commands.del(Keys.heartbeat(i.keys.worker("w")));

    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Gone());
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(1);
  }

  @Test
  void nothingIsClaimedFromATasksetThatIsOver() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.end(taskset, "cancel");

    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Over());
    assertThat(i.commands.exists(Keys.waiting(taskset))).isFalse();
  }

  @Test
  void aSlaveThatFindsNothingWaits() {
    String taskset = i.running(aTaskset().withTasks(1));
    i.claim(taskset, i.slave(taskset, "1"));
    String idle = i.slave(taskset, "2");

    assertThat(i.trials.claim(taskset, idle, 1)).isEqualTo(new Claim.Wait(null));
    assertThat(i.commands.smembers(Keys.waiting(taskset))).containsExactly(idle);
  }

  @Test
  void decidedTasksInTheQueueAreDropped() {
    String taskset = i.running(aTaskset().withTasks(2));
    i.commands.hset(Keys.task(taskset, "task-0"), "status", "passed");

    assertThat(i.claim(taskset, i.slave(taskset, "1")).specFile()).isEqualTo("task-1");
  }

  @Test
  void behindManyDecidedTasksASlaveLooksAgainSoon() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.commands.hset(Keys.task(taskset, "done"), Map.of("taskset", taskset, "status", "passed"));
    for (int n = 0; n < 250; n++) {
      i.commands.lpush(Keys.taskQueue(taskset), Keys.task(taskset, "done"));
    }

    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Wait(Duration.ofSeconds(1)));
    assertThat(i.claim(taskset, slave).specFile()).isEqualTo("task-0");
  }

  @Test
  void aTaskThatThisSlaveTriedIsLeftToAnother() {
    String taskset = i.running(aTaskset().withTasks(2).maxTrials(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    i.claim(taskset, second);
    i.runOne(taskset, first, TrialStatus.FAILED);

    assertThat(i.trials.claim(taskset, first, 1)).isEqualTo(new Claim.Wait(Duration.ofSeconds(2)));
    assertThat(i.list(Keys.retryQueue(taskset))).hasSize(1);
    i.commands.hdel(second, "open_trial");
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("task-1");
    assertThat(i.list(Keys.retryQueue(taskset))).isEmpty();
  }

  @Test
  void whoCannotTakeARetryPassesItsTokenOn() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run run = i.claim(taskset, first);
    i.trials.claim(taskset, second, 1);
    i.finish(taskset, run, first, TrialStatus.FAILED);
    i.trials.claim(taskset, first, 1);
    i.judge();
    // The one who tried it was faster.
    assertThat(i.commands.lpop(Keys.wake(taskset))).isEqualTo("1");
    i.trials.claim(taskset, first, 1);

    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
    i.commands.lpop(Keys.wake(taskset));
    i.trials.claim(taskset, first, 1);
    assertThat(i.list(Keys.wake(taskset))).as("passed on once, not in circles").isEmpty();
  }

  @Test
  void aRetryForWhichNobodyElseIsLeftWantsAFreshSlave() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.FAILED);

    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Fresh());
    assertThat(i.claim(taskset, i.slave(taskset, "2")).specFile()).isEqualTo("task-0");
  }

  @Test
  void aRetryThatHasWaitedTwoSecondsWantsAFreshSlaveThoughOthersLive() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String slave = i.slave(taskset, "1");
    i.slave(taskset, "2");
    i.runOne(taskset, slave, TrialStatus.FAILED);
    i.trials.claim(taskset, slave, 1);
    String entry = i.commands.lpop(Keys.retryQueue(taskset));
    long since = Long.parseLong(entry.substring(0, entry.indexOf('\t'))) - 2_000;
    i.commands.rpush(Keys.retryQueue(taskset), since + entry.substring(entry.indexOf('\t')));

    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Fresh());
  }

  @Test
  void theEstimateComesInMillisecondsFromWhatThereIs() {
    String taskset = i.running(aTaskset().withTasks(4));
    i.commands.hset(
        Keys.task(taskset, "task-0"), Map.of("estimate_ms", "1500", "estimate_sec", "9"));
    i.commands.hset(Keys.task(taskset, "task-1"), Map.of("estimate_ms", "", "estimate_sec", "9"));
    i.commands.hset(Keys.task(taskset, "task-2"), Map.of("estimate_ms", "x", "estimate_sec", ""));
    i.commands.hset(Keys.task(taskset, "task-3"), Map.of("estimate_ms", "99999999999999999999"));

    assertThat(i.claim(taskset, i.slave(taskset, "1")).estimate()).hasMillis(1_500);
    assertThat(i.claim(taskset, i.slave(taskset, "2")).estimate()).hasMillis(9_000);
    assertThat(i.claim(taskset, i.slave(taskset, "3")).estimate()).isNull();
    assertThat(i.claim(taskset, i.slave(taskset, "4")).estimate()).isNull();
  }
}
