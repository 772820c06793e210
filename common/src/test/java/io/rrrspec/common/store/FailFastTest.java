package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasksets that begin nothing any more once so many of their tasks have failed. */
class FailFastTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void theFirstFailureEndsATasksetOfWhichNothingElseRuns() {
    String taskset = i.running(aTaskset().withTasks(5).failFast(1));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.PASSED);
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.FAILED);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("3 classes not run: --fail-fast");
    assertThat(i.tasksets.find(taskset).orElseThrow().leftTasksOut()).isTrue();
    assertThat(i.field(Keys.task(taskset, "task-4"), "status")).isEmpty();
  }

  @Test
  void whatRunsBringsItsResultAndNothingElseBegins() {
    String taskset = i.running(aTaskset().withTasks(5).failFast(2));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.FAILED);
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(3);
    i.runOne(taskset, i.slave(taskset, "3"), TrialStatus.FAILED);

    assertThat(i.field(taskset, "status")).isEqualTo("running");
    assertThat(i.list(Keys.tasksLeft(taskset))).containsExactly(run.task());
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
    String idle = i.slave(taskset, "4");
    assertThat(i.trials.claim(taskset, idle, 1)).isInstanceOf(Claim.Wait.class);

    i.finish(taskset, run, slave, TrialStatus.PASSED);
    assertThat(i.judge()).containsExactly("passed");
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("1");
    assertThat(i.field(taskset, "reason")).isEqualTo("2 classes not run: --fail-fast");
  }

  @Test
  void retriesAreNotStartedAndTheirClassesHaveFailed() {
    String taskset = i.running(aTaskset().withTasks(4).maxTrials(3).failFast(1));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run queuedAgain = i.claim(taskset, first);
    Claim.Run runs = i.claim(taskset, second);
    i.finish(taskset, queuedAgain, first, TrialStatus.FAILED);
    assertThat(i.judge()).containsExactly("bad");
    // As if its third trial had just failed.
    i.commands.hset(Keys.task(taskset, "task-2"), "bad", "2");
    i.commands.lrem(Keys.taskQueue(taskset), 0, Keys.task(taskset, "task-2"));
    i.commands.lpush(Keys.taskQueue(taskset), Keys.task(taskset, "task-2"));
    i.runOne(taskset, i.slave(taskset, "3"), TrialStatus.FAILED);

    assertThat(i.field(queuedAgain.task(), "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("2");
    i.finish(taskset, runs, second, TrialStatus.FAILED);
    assertThat(i.judge()).containsExactly("bad");
    assertThat(i.field(runs.task(), "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("1 class not run: --fail-fast");
  }

  @Test
  void aTrialThatIsLostAfterTheStopIsNotRepeated() {
    String taskset = i.running(aTaskset().withTasks(3).failFast(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.FAILED);
    i.endSlave(slave, taskset, true);

    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.field(run.task(), "status")).isEmpty();
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("2 classes not run: --fail-fast");
  }

  @Test
  void anOrphanedTaskIsDroppedInsteadOfQueued() {
    String taskset = i.running(aTaskset().withTasks(3).failFast(1));
    // Popped by a foreign slave, which died.
    String orphan = i.commands.lpop(Keys.taskQueue(taskset));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED);
    assertThat(i.field(taskset, "status")).isEqualTo("running");

    new WatchStore(testRedis.connection()).putBack(taskset, List.of(orphan), true);
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("2 classes not run: --fail-fast");
  }

  @Test
  void aQueueOfAnotherOrderIsDroppedAsWell() {
    String taskset = i.running(aTaskset().withTasks(6).failFast(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    String popped = i.commands.lpop(Keys.taskQueue(taskset));
    i.commands.rpush(Keys.taskQueue(taskset), popped);
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.FAILED);

    assertThat(i.list(Keys.tasksLeft(taskset))).containsExactly(run.task());
    i.finish(taskset, run, slave, TrialStatus.PASSED);
    i.judge();
    assertThat(i.field(taskset, "reason")).isEqualTo("4 classes not run: --fail-fast");
  }

  @Test
  void aSlaveBeginsNothingBeforeItsFailureIsJudged() {
    String taskset = i.running(aTaskset().withTasks(3).failFast(2));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    assertThat(
            i.trials.finishAndClaim(
                run.trial(), slave, taskset, Installation.result(TrialStatus.FAILED), 1))
        .isInstanceOf(Claim.Wait.class);
    i.judge();
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void aRunInWhichTheLastTaskFailsHasNothingThatWasNotRun() {
    String taskset = i.running(aTaskset().withTasks(1).failFast(1));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED);
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEmpty();
  }
}
