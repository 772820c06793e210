package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TakeTasksetTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void takingTwiceMakesOneWorkerLog() {
    String taskset = i.running(aTaskset().withTasks(1));
    String worker = i.keys.worker("w");

    assertThat(i.workers.take(worker, taskset)).isTrue();
    assertThat(i.tasksets.workerLogs(taskset)).containsExactly(Keys.workerLog(taskset, worker));
    assertThat(i.workers.heldTaskset(worker)).isEqualTo(taskset);
    assertThat(i.commands.exists(Keys.reservation(worker))).isFalse();
  }

  @Test
  void aWorkerThatComesBackContinuesItsLog() {
    String taskset = i.running(aTaskset().withTasks(1));
    String worker = i.keys.worker("w");
    i.workers.leave(worker, taskset, "", true, Installation.KEEP);
    i.workers.take(worker, taskset);

    assertThat(i.tasksets.workerLogs(taskset)).hasSize(1);
    assertThat(i.workers.findLog(Keys.workerLog(taskset, worker)).finishedAt()).isNull();
  }

  @Test
  void whatIsOverIsNotTakenAndTheWorkerIsIdle() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    i.workers.assign(taskset, worker, 0, 1, Duration.ofSeconds(10));
    i.end(taskset, "cancel");

    assertThat(i.workers.take(worker, taskset)).isFalse();
    assertThat(i.workers.heldTaskset(worker)).isNull();
    assertThat(i.commands.exists(Keys.reservation(worker))).isFalse();
    assertThat(i.commands.exists(Keys.workerLog(taskset, worker))).isFalse();
  }
}
