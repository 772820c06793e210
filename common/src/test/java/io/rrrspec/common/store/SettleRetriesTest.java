package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Retries between foreign slaves, which push back what they have tried. */
class SettleRetriesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private String taskset;
  private String task;

  @BeforeEach
  void runOneOfAnotherMake() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(1).runner(Runner.JUNIT).maxTrials(3));
    i.commands.hdel(i.keys.worker("w"), "protocol");
    task = Keys.task(taskset, "task-0");
  }

  private String foreign(String id) {
    String key = Keys.slave(i.keys.worker("w"), id);
    i.commands.rpush(Keys.slaves(taskset), key);
    i.slaves.beat(List.of(key), Installation.LIFE);
    return key;
  }

  /** One trial, bad and judged. */
  private String fails(String slave) {
    String trial = i.foreignTrial(taskset, "task-0", slave, "u" + Keys.lastPart(slave));
    i.commands.hset(trial, "status", "failed");
    i.arbiter.send("trial\t" + trial);
    i.judge();
    return trial;
  }

  private List<String> settle(String... giveUp) {
    return List.copyOf(i.lives.settleRetries(taskset, List.of(giveUp)));
  }

  @Test
  void whatAllHaveTriedIsStuckAndFailsWhenItIsGivenUp() {
    fails(foreign("1"));
    assertThat(i.list(Keys.retryQueue(taskset))).hasSize(1);

    assertThat(settle()).containsExactly(task);
    assertThat(i.field(task, "status")).isEmpty();
    assertThat(settle(task)).isEmpty();
    assertThat(i.field(task, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.tasksets.log(taskset)).contains("failed after 1 bad trials", "task-0");
    assertThat(settle(task)).as("again").isEmpty();
    assertThat(i.field(taskset, "failed_count")).isEqualTo("1");
  }

  @Test
  void aWorkerOfOursThatIsAboutToServeItIsHope() {
    fails(foreign("1"));
    String ours = i.worker("v");
    assertThat(settle()).containsExactly(task);
    i.serve(ours, taskset);

    assertThat(settle()).isEmpty();
    settle(task);
    assertThat(i.field(task, "status")).isEmpty();
    assertThat(i.list(Keys.retryQueue(taskset))).hasSize(1);
  }

  @Test
  void aSlaveOfOursTakesIt() {
    fails(foreign("1"));
    String slave = i.slave(taskset, "9");

    assertThat(settle()).isEmpty();
    assertThat(i.claim(taskset, slave).task()).isEqualTo(task);
  }

  @Test
  void oneThatWaitsAndHasNotTriedItGetsIt() {
    fails(foreign("1"));
    foreign("2");

    assertThat(settle()).isEmpty();
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task);
    assertThat(i.list(Keys.retryQueue(taskset))).isEmpty();
  }

  @Test
  void forOneThatIsBusyItWaits() {
    fails(foreign("1"));
    String busy = foreign("2");
    String trial = Keys.trial(Keys.task(taskset, "other"), "u");
    i.commands.hset(trial, Map.of("task", Keys.task(taskset, "other"), "slave", busy));
    i.commands.rpush(Keys.trials(busy), trial);

    assertThat(settle(task)).isEmpty();
    assertThat(i.list(Keys.retryQueue(taskset))).hasSize(1);
    i.commands.hset(trial, "status", "passed");
    settle();
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task);
  }

  @Test
  void whenWhoTriedItIsGoneAnyoneMayHaveIt() {
    String gone = foreign("1");
    fails(gone);
    i.commands.del(Keys.heartbeat(gone));

    assertThat(settle()).isEmpty();
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task);
  }

  @Test
  void whatIsPushedBackIsTakenOffTheQueue() {
    fails(foreign("1"));
    i.commands.del(Keys.retryQueue(taskset));
    i.commands.rpush(Keys.taskQueue(taskset), task);

    assertThat(settle()).containsExactly(task);
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
    assertThat(i.list(Keys.retryQueue(taskset))).hasSize(1);
  }

  @Test
  void anIdThatComesBackWithAnOldStatusDoesNotKeepItGoingRoundForEver() {
    String back = foreign("1");
    i.commands.hset(back, "status", "normal_exit");
    fails(back);
    for (int n = 0; n < 20 && settle().isEmpty(); n++) {
      assertThat(n).isLessThan(10);
    }

    assertThat(settle()).containsExactly(task);
  }

  @Test
  void whatIsDecidedIsTakenOffTheQueue() {
    String slave = foreign("1");
    i.foreignTrial(taskset, "task-0", slave, "u");
    i.commands.hset(task, "status", "passed");
    i.commands.rpush(Keys.taskQueue(taskset), task);
    settle();

    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
    assertThat(i.list(Keys.retryQueue(taskset))).isEmpty();
  }
}
