package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In a taskset with {@code once} no task is begun a second time. */
class OnceTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private String taskset;
  private String task;
  private String slave;
  private int others;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(1).maxTrials(5).once());
    task = Keys.task(taskset, "task-0");
    slave = i.slave(taskset, "1");
  }

  private Taskset taskset() {
    return i.tasksets.find(taskset).orElseThrow();
  }

  private Claim another() {
    return i.trials.claim(taskset, i.slave(taskset, "another " + ++others), 1);
  }

  @Test
  void aLostTrialFailsItsTaskAndSaysWhy() {
    Claim.Run run = i.claim(taskset, slave);
    i.endSlave(slave, taskset, true);
    assertThat(i.judge()).containsExactly("lost");

    assertThat(taskset().status()).isEqualTo(TasksetStatus.FAILED);
    assertThat(taskset().reason()).isEqualTo("lost with its worker, and not repeated");
    assertThat(i.field(run.trial(), "reason"))
        .isEqualTo("it died; lost with its worker, and not repeated");
    assertThat(i.commands.llen(Keys.trials(task))).isEqualTo(1);
  }

  @Test
  void aBadTrialFailsItsTaskWhateverMaxTrialsSays() {
    i.runOne(taskset, slave, TrialStatus.FAILED);

    assertThat(taskset().status()).isEqualTo(TasksetStatus.FAILED);
    assertThat(taskset().reason()).isNull();
  }

  @Test
  void aGoodTrialIsAsAlways() {
    i.runOne(taskset, slave, TrialStatus.PASSED);

    assertThat(taskset().status()).isEqualTo(TasksetStatus.SUCCEEDED);
  }

  @Test
  void nothingIsOfferedASecondTime() {
    i.claim(taskset, slave);
    another();
    assertThat(new SpeculationStore(i.redis).offer(taskset, List.of(task))).isZero();
    assertThat(another()).isInstanceOf(Claim.Wait.class);
  }

  @Test
  void whatHasBegunAndIsQueuedAllTheSameIsNotTaken() {
    i.claim(taskset, slave);
    i.commands.rpush(Keys.taskQueue(taskset), task);
    i.commands.rpush(Keys.retryQueue(taskset), "1\t" + task);

    assertThat(another()).isInstanceOf(Claim.Wait.class);
    assertThat(i.commands.llen(Keys.trials(task))).isEqualTo(1);
  }

  @Test
  void anOrphanThatHasBegunIsNotPutBack() {
    Claim.Run run = i.claim(taskset, slave);
    i.finish(taskset, run, slave, TrialStatus.PASSED);
    // Redis has lost what came of it, but not that it was.
    i.commands.hset(run.trial(), "verdict", "lost");
    i.commands.del(i.keys.arbiterQueue());

    assertThat(i.lives.putBack(taskset, List.of(task), false)).isPositive();
    assertThat(taskset().status()).isEqualTo(TasksetStatus.FAILED);
    assertThat(i.tasksets.log(taskset)).contains("it may have run and is not repeated: task-0");
  }

  @Test
  void anOrphanThatHasNotBegunIsPutBack() {
    i.commands.del(Keys.taskQueue(taskset));

    assertThat(i.lives.tasksInNobodysHands(taskset, false)).isEqualTo(Set.of(task));
    assertThat(i.lives.putBack(taskset, List.of(task), false)).isEqualTo(1);
    assertThat(another()).isInstanceOf(Claim.Run.class);
  }
}
