package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.JudgementStore.End;
import io.rrrspec.testing.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EndTasksetTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void cancelEndsWhatWaitsAndWhatRuns() {
    String waiting = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String running = i.running(aTaskset().withTasks(1));

    assertThat(i.end(waiting, "cancel")).isEqualTo(End.ENDED);
    assertThat(i.end(running, "cancel")).isEqualTo(End.ENDED);
    assertThat(i.field(waiting, "status")).isEqualTo("cancelled");
    assertThat(i.field(running, "reason")).isEqualTo("why");
    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.commands.exists(Keys.taskQueue(running))).isFalse();
    assertThat(i.list(i.keys.persisterQueue())).containsExactly(waiting, running);
  }

  @Test
  void theSecondEndChangesNothing() {
    String taskset = i.running(aTaskset().withTasks(1));
    i.end(taskset, "cancel");

    assertThat(i.end(taskset, "fail")).isEqualTo(End.OVER);
    assertThat(i.end(taskset, "cancel")).isEqualTo(End.OVER);
    assertThat(i.field(taskset, "status")).isEqualTo("cancelled");
    assertThat(i.list(i.keys.persisterQueue())).hasSize(1);
  }

  @Test
  void theMessageLeavesTheProcessingListWithTheEnd() {
    String taskset = i.running(aTaskset().withTasks(1));
    i.judgements.requestCancel(taskset);
    i.arbiter.take(10);
    i.end(taskset, "cancel");

    assertThat(i.list(i.arbiter.processing())).isEmpty();
  }

  @Test
  void failEndsAsFailedWithItsReason() {
    String taskset = i.running(aTaskset().withTasks(1));

    assertThat(i.end(taskset, "fail")).isEqualTo(End.ENDED);
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.tasksets.log(taskset)).contains(" why\n");
  }

  @Test
  void checkLeavesATasksetAloneThatHasWork() {
    String taskset = i.running(aTaskset().withTasks(1));

    assertThat(i.end(taskset, "check")).isEqualTo(End.GOES_ON);
  }

  @Test
  void checkFailsATasksetWithoutTasks() {
    String taskset = i.running(aTaskset());

    assertThat(i.end(taskset, "check")).isEqualTo(End.ENDED);
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("no tasks");
  }

  @Test
  void checkEndsWhatHasNothingLeftByItsCounts() {
    String good = i.running(aTaskset().withTasks(1));
    String short1 = i.running(aTaskset().withTasks(1));
    i.commands.hset(good, "succeeded_count", "1");
    i.commands.del(Keys.tasksLeft(good), Keys.tasksLeft(short1));

    assertThat(i.end(good, "check")).isEqualTo(End.ENDED);
    assertThat(i.end(short1, "check")).isEqualTo(End.ENDED);
    assertThat(i.field(good, "status")).isEqualTo("succeeded");
    assertThat(i.field(short1, "status")).isEqualTo("failed");
  }

  @Test
  void checkSendsWhatIsOverToThePersisterAgainUntilItIsPersisted() {
    String taskset = i.running(aTaskset().withTasks(1));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.PASSED);
    i.commands.del(i.keys.persisterQueue());
    assertThat(i.end(taskset, "check")).isEqualTo(End.OVER);
    assertThat(i.end(taskset, "check")).isEqualTo(End.OVER);
    assertThat(i.list(i.keys.persisterQueue())).containsExactly(taskset);

    i.commands.del(i.keys.persisterQueue());
    i.tasksets.expire(taskset, Installation.KEEP);
    i.end(taskset, "check");
    assertThat(i.list(i.keys.persisterQueue())).isEmpty();
  }

  @Test
  void aTasksetThatIsGoneLeavesTheListOfActiveOnes() {
    String gone = i.keys.taskset("gone");
    i.commands.rpush(i.keys.activeTasksets(), gone);

    assertThat(i.end(gone, "cancel")).isEqualTo(End.UNKNOWN);
    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.commands.exists(gone)).isFalse();
  }
}
