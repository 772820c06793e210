package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PutBackTasksTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private long putBack(String taskset, boolean foreignBeats) {
    List<String> lost = List.copyOf(i.lives.tasksInNobodysHands(taskset, foreignBeats));
    return i.lives.putBack(taskset, lost, foreignBeats);
  }

  @Test
  void aTaskThatSomebodyPoppedAndForgotGoesBackToTheFront() {
    String taskset = i.running(aTaskset().withTasks(3));
    String idle = i.slave(taskset, "1");
    String popped = i.commands.lpop(Keys.taskQueue(taskset));
    i.commands.sadd(Keys.waiting(taskset), idle);

    assertThat(i.lives.tasksNotQueued(taskset)).isEqualTo(1);
    assertThat(i.lives.holding(i.list(Keys.slaves(taskset)))).isEmpty();
    assertThat(putBack(taskset, true)).isEqualTo(1);
    assertThat(i.list(Keys.taskQueue(taskset))).startsWith(popped).hasSize(3);
    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
    assertThat(i.lives.putBack(taskset, List.of(popped), true)).as("again").isZero();
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(3);
  }

  @Test
  void whatIsQueuedHeldOrDecidedStaysWhereItIs() {
    String taskset = i.running(aTaskset().withTasks(3));
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.PASSED);
    i.claim(taskset, slave);
    List<String> all = i.list(Keys.tasks(taskset));

    assertThat(i.lives.tasksInNobodysHands(taskset, true)).isEmpty();
    assertThat(i.lives.putBack(taskset, all, true)).isZero();
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(1);
  }

  @Test
  void aRetryThatWaitsIsInSomebodysHands() {
    String taskset = i.running(aTaskset().withTasks(1));
    String task = i.commands.lpop(Keys.taskQueue(taskset));
    i.commands.rpush(Keys.retryQueue(taskset), "1\t" + task);

    assertThat(i.lives.tasksInNobodysHands(taskset, true)).isEmpty();
    assertThat(i.lives.putBack(taskset, List.of(task), true)).isZero();
  }

  @Test
  void nothingIsPutBackIntoATasksetThatIsOver() {
    String taskset = i.running(aTaskset().withTasks(1));
    i.end(taskset, "cancel");

    assertThat(i.lives.putBack(taskset, i.list(Keys.tasks(taskset)), true)).isZero();
    assertThat(i.commands.exists(Keys.taskQueue(taskset))).isFalse();
  }

  @Test
  void aResultWhoseMessageWasNeverSentIsToldToTheArbiter() {
    String taskset = i.running(aTaskset().withTasks(1));
    String foreign = Keys.slave(i.keys.worker("w"), "7");
    i.commands.hset(i.foreignTrial(taskset, "task-0", foreign, "u"), "status", "passed");

    assertThat(putBack(taskset, true)).isEqualTo(1);
    assertThat(i.judge()).containsExactly("passed");
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aTrialOfAnotherMakeIsLostWithTheHeartbeatOfItsSlave() {
    String taskset = i.running(aTaskset().withTasks(1));
    String foreign = Keys.slave(i.keys.worker("w"), "7");
    i.foreignTrial(taskset, "task-0", foreign, "u");
    i.slaves.beat(List.of(foreign), Installation.LIFE);
    assertThat(putBack(taskset, true)).as("alive").isZero();

    i.commands.del(Keys.heartbeat(foreign));
    assertThat(putBack(taskset, false)).as("after a restart of Redis").isZero();
    assertThat(putBack(taskset, true)).isEqualTo(1);
    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(1);
  }

  @Test
  void aTrialThatItsSlaveNoLongerKnowsIsLost() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.commands.hdel(slave, "open_trial");

    assertThat(putBack(taskset, false)).isEqualTo(1);
    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.finish(taskset, run, slave, TrialStatus.PASSED)).isFalse();
  }

  @Test
  void whatALiveSlaveOfAnotherMakeHasTriedGoesToOurSlavesOnly() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String foreign = Keys.slave(i.keys.worker("w"), "7");
    String trial = i.foreignTrial(taskset, "task-0", foreign, "u");
    i.commands.hset(trial, Map.of("status", "failed", "verdict", "bad"));
    i.slaves.beat(List.of(foreign), Installation.LIFE);

    assertThat(putBack(taskset, true)).isEqualTo(1);
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
    assertThat(i.list(Keys.retryQueue(taskset))).hasSize(1);
  }

  @Test
  void aTaskThatIsListedTwiceIsLeftNoLongerWhenItIsDecided() {
    String taskset = i.running(aTaskset().withTasks(1));
    String task = Keys.task(taskset, "task-0");
    i.commands.rpush(Keys.tasks(taskset), task);
    i.commands.rpush(Keys.tasksLeft(taskset), task);
    i.commands.hdel(taskset, "task_count");
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.PASSED);
    assertThat(i.list(Keys.tasksLeft(taskset))).containsExactly(task);

    assertThat(putBack(taskset, true)).isEqualTo(1);
    assertThat(i.arbiter.take(10)).containsExactly("check\t" + taskset);
    i.end(taskset, "check");
    assertThat(i.field(taskset, "reason")).isEqualTo("asked for 2 tasks, decided 1");
  }

  @Test
  void aTasksetWithATaskThatIsGoneFailsRatherThanWaitForEver() {
    String taskset = i.running(aTaskset().withTasks(2));
    i.commands.del(Keys.task(taskset, "task-0"));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.PASSED);
    putBack(taskset, true);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).contains("task-0");
  }
}
