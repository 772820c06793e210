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

/** Second trials for slaves of another implementation, which wait at task_queue. */
class OfferToForeignTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private String taskset;
  private String task;
  private String runs;

  /** Task 0 runs on worker w; task 1 was run on v, whose slave waits. */
  @BeforeEach
  void oneRunsAndOneWaits() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(2).runner(Runner.JUNIT).maxTrials(3));
    task = Keys.task(taskset, "task-0");
    runs = i.foreignTrial(taskset, "task-0", foreign("w", "1"), "u1");
    passes(foreign("v", "2"), "task-1");
  }

  private String foreign(String worker, String id) {
    String key = Keys.slave(i.keys.worker(worker), id);
    i.commands.rpush(Keys.slaves(taskset), key);
    i.slaves.beat(List.of(key), Installation.LIFE);
    return key;
  }

  private void passes(String slave, String specFile) {
    String trial = i.foreignTrial(taskset, specFile, slave, "p" + Keys.lastPart(slave));
    i.commands.hset(trial, "status", "passed");
    i.arbiter.send("trial\t" + trial);
    i.judge();
  }

  private Map<String, Long> offer(String... tasks) {
    return i.lives.offerToForeign(taskset, List.of(tasks));
  }

  private List<String> queue() {
    return i.list(Keys.taskQueue(taskset));
  }

  @Test
  void whatRunsIsFoundFirstAndQueuedOnceWhenThatIsAskedFor() {
    i.commands.hset(task, "estimate_sec", "7");
    assertThat(offer()).containsExactly(Map.entry(task, 7L));
    assertThat(queue()).isEmpty();

    assertThat(offer(task)).isEmpty();
    assertThat(queue()).containsExactly(task);
    assertThat(i.tasksets.log(taskset)).contains("queued a second time, as slaves wait: task-0\n");
    assertThat(offer(task)).as("again, as after a lost answer").isEmpty();
    assertThat(queue()).containsExactly(task);
    i.commands.del(Keys.taskQueue(taskset));
    assertThat(offer(task)).as("somebody has taken it").isEmpty();
    assertThat(queue()).isEmpty();
  }

  @Test
  void theFirstToPassDecidesAndTheOtherIsSuperseded() {
    offer(task);
    String second = i.foreignTrial(taskset, "task-0", Keys.slave(i.keys.worker("v"), "2"), "u2");
    i.commands.hset(second, "status", "passed");
    i.arbiter.send("trial\t" + second);
    assertThat(i.judge()).containsExactly("passed");
    assertThat(i.field(runs, "verdict")).isEqualTo("superseded");
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("2");
  }

  @Test
  void onTheSameWorkerItIsNotTriedTwiceAtOnce() {
    i.commands.del(Keys.heartbeat(Keys.slave(i.keys.worker("v"), "2")));
    foreign("w", "3");
    String idle = Keys.slave(i.keys.worker("w"), "3");
    String trial = Keys.trial(Keys.task(taskset, "task-1"), "x");
    i.commands.hset(trial, Map.of("task", "t", "slave", idle, "status", "passed"));
    i.commands.rpush(Keys.trials(idle), trial);

    offer(task);
    assertThat(queue()).isEmpty();
  }

  @Test
  void whatOneThatWaitsHasTriedIsNotQueuedSinceItWouldPushItBack() {
    String waits = Keys.slave(i.keys.worker("v"), "2");
    String before = i.foreignTrial(taskset, "task-0", waits, "u0");
    i.commands.hset(before, Map.of("status", "failed", "verdict", "bad"));

    assertThat(offer(task)).isEmpty();
    assertThat(queue()).isEmpty();
  }

  @Test
  void whatIsQueuedComesFirst() {
    i.commands.rpush(Keys.taskQueue(taskset), Keys.task(taskset, "other"));
    assertThat(offer(task)).isEmpty();
    assertThat(queue()).hasSize(1);
    i.commands.del(Keys.taskQueue(taskset));
    i.commands.rpush(Keys.retryQueue(taskset), "1\t" + Keys.task(taskset, "other"));
    assertThat(offer(task)).isEmpty();
    assertThat(queue()).isEmpty();
  }

  @Test
  void nobodyWaitsWhoseHeartbeatIsGoneOrWhoHasBegunNothing() {
    i.commands.del(Keys.heartbeat(Keys.slave(i.keys.worker("v"), "2")));
    foreign("x", "4");
    assertThat(offer()).isEmpty();
  }

  @Test
  void whatSlavesOfOursRunIsTheirOwnAffair() {
    i.commands.hset(Keys.slave(i.keys.worker("w"), "1"), "life", "1");
    assertThat(offer()).isEmpty();
  }

  @Test
  void afterALostCopyThereMayBeAnotherButNotAfterABadOne() {
    offer(task);
    i.commands.del(Keys.taskQueue(taskset));
    // Long ago, and nothing has come of it.
    i.commands.hset(task, "copied", "1");
    assertThat(offer()).containsOnlyKeys(task);
    i.commands.hset(task, "bad", "1");
    assertThat(offer()).isEmpty();
  }

  @Test
  void aTasksetThatIsOverIsLeftAlone() {
    i.end(taskset, "cancel");
    assertThat(offer(task)).isEmpty();
    assertThat(queue()).isEmpty();
  }
}
