package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JudgeTrialsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void theLogTellsRetriesAndFailures() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.FAILED);
    assertThat(i.tasksets.log(taskset))
        .contains("queued again after a bad trial (failed on " + slave + "): task-0\n")
        .doesNotContain("failed after");
    String other = i.slave(taskset, "2");
    i.runOne(taskset, other, TrialStatus.FAILED);
    assertThat(i.tasksets.log(taskset)).contains("failed after 2 bad and 0 lost trials: task-0\n");
  }

  @Test
  void aTaskMayBeTriedMoreOftenThanTheOthers() {
    String taskset =
        i.running(
            aTaskset()
                .maxTrials(1)
                .withTasks(
                    List.of(
                        new TaskRequest("once", null),
                        new TaskRequest("twice", null).withMaxTrials(2))));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED);
    assertThat(i.field(Keys.task(taskset, "once"), "status")).isEqualTo("failed");
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.FAILED);
    assertThat(i.field(Keys.task(taskset, "twice"), "status")).isEmpty();
    i.runOne(taskset, i.slave(taskset, "3"), TrialStatus.FAILED);
    assertThat(i.field(Keys.task(taskset, "twice"), "status")).isEqualTo("failed");
  }

  @Test
  void theLogDoesNotGrowForEver() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(1));
    String log = Keys.log(taskset);
    i.commands.set(log, "x".repeat(1_000_001));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED);
    assertThat(i.commands.strlen(log)).isEqualTo(1_000_001);
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void theLastDecisionEndsTheTaskset() {
    String taskset = i.running(aTaskset().withTasks(2).notifying("test:notify:x"));
    String slave = i.slave(taskset, "1");
    assertThat(i.runOne(taskset, slave, TrialStatus.PASSED)).containsExactly("passed");
    assertThat(i.field(taskset, "status")).isEqualTo("running");
    assertThat(i.runOne(taskset, slave, TrialStatus.PENDING)).containsExactly("pending");

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("2");
    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.list(i.keys.persisterQueue())).containsExactly(taskset);
    assertThat(i.list("test:notify:x")).containsExactly(taskset);
    assertThat(i.commands.ttl("test:notify:x")).isPositive();
  }

  @Test
  void aNotifyNameThatIsNoListStopsNothing() {
    String taskset =
        i.running(aTaskset().withTasks(1).notifying(i.keys.workers() + ",test:notify:x"));
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.PASSED);

    assertThat(i.list("test:notify:x")).containsExactly(taskset);
    assertThat(i.list(i.keys.persisterQueue())).containsExactly(taskset);
  }

  @Test
  void aMessageThatComesTwiceCountsOnce() {
    String taskset = i.running(aTaskset().withTasks(2));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.finish(taskset, run, slave, TrialStatus.PASSED);
    i.arbiter.send("trial\t" + run.trial());

    assertThat(i.judge()).containsExactly("passed", "judged");
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("1");
  }

  @Test
  void aMessageThatIsNotInTheProcessingListIsLeftToWhoHasIt() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.finish(taskset, run, slave, TrialStatus.PASSED);

    assertThat(i.judgements.judge(i.arbiter.processing(), 5, List.of("trial\t" + run.trial())))
        .containsExactly(Judged.NotNow.JUDGED);
    assertThat(i.field(run.trial(), "verdict")).isEmpty();
  }

  @Test
  void anOpenOrUnknownTrialChangesNothingAndItsMessageIsDone() {
    String taskset = i.running(aTaskset().withTasks(1));
    Claim.Run run = i.claim(taskset, i.slave(taskset, "1"));
    i.arbiter.send("trial\t" + run.trial());
    i.arbiter.send("trial\t" + run.trial() + "x");

    assertThat(i.judge()).containsExactly("open", "unknown");
    assertThat(i.list(i.arbiter.processing())).isEmpty();
    assertThat(i.commands.exists(run.trial() + "x")).isFalse();
  }

  @Test
  void whenTheRetriesAreUsedUpABadTrialDecidesAtOnceAndTheLogSaysSoOnce() {
    String taskset = i.running(aTaskset().withTasks(4).maxTrials(3).maxRetriesTotal(1));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED);
    assertThat(i.field(Keys.task(taskset, "task-0"), "status")).isEmpty();
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.FAILED);
    i.runOne(taskset, i.slave(taskset, "3"), TrialStatus.FAILED);
    assertThat(i.field(Keys.task(taskset, "task-0"), "status")).isEqualTo("failed");
    assertThat(i.field(Keys.task(taskset, "task-1"), "status")).isEqualTo("failed");

    assertThat(i.tasksets.log(taskset))
        .containsOnlyOnce(
            " the budget of 1 retries is used up: from here on a bad trial decides its task");
    String lost = i.slave(taskset, "4");
    Claim.Run run = i.claim(taskset, lost);
    i.endSlave(lost, taskset, true);
    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.list(Keys.taskQueue(taskset)))
        .as("what was lost is no retry")
        .contains(run.task());
  }

  @Test
  void badTrialsAreRepeatedAtTheFrontUntilTheyDecide() {
    String taskset = i.running(aTaskset().withTasks(2).maxTrials(2));
    assertThat(i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED)).containsExactly("bad");
    assertThat(i.list(Keys.taskQueue(taskset)).get(0)).isEqualTo(Keys.task(taskset, "task-0"));
    assertThat(i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.TIMEOUT))
        .containsExactly("bad");

    assertThat(i.field(Keys.task(taskset, "task-0"), "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("1");
    assertThat(i.runOne(taskset, i.slave(taskset, "3"), TrialStatus.PASSED))
        .containsExactly("passed");
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void lostTrialsDoNotCountAgainstTheTaskUntilTheSixth() {
    String taskset = i.running(aTaskset().withTasks(1));
    for (int n = 1; n <= 6; n++) {
      assertThat(i.field(taskset, "status")).isEqualTo("running");
      String slave = i.slave(taskset, Integer.toString(n));
      i.claim(taskset, slave);
      i.endSlave(slave, taskset, true);
      assertThat(i.judge()).containsExactly("lost");
    }
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void twoBadTrialsOfOneTaskJudgedTogetherQueueItOnce() {
    String taskset = i.running(aTaskset().withTasks(2).maxTrials(3));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run run = i.claim(taskset, first);
    i.commands.lpush(Keys.taskQueue(taskset), run.task());
    Claim.Run copy = i.claim(taskset, second);
    assertThat(copy.task()).isEqualTo(run.task());
    i.finish(taskset, run, first, TrialStatus.FAILED);
    i.finish(taskset, copy, second, TrialStatus.FAILED);

    assertThat(i.judge()).containsExactly("bad", "bad");
    assertThat(i.list(Keys.taskQueue(taskset))).containsOnlyOnce(run.task());
    assertThat(i.field(run.task(), "bad")).isEqualTo("2");
  }

  @Test
  void whileACopyRunsABadTrialDecidesNothingAndAGoodCopyWins() {
    String taskset = i.running(aTaskset().withTasks(1));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run run = i.claim(taskset, first);
    i.commands.lpush(Keys.taskQueue(taskset), run.task());
    Claim.Run copy = i.claim(taskset, second);
    i.finish(taskset, run, first, TrialStatus.FAILED);
    i.judge();
    assertThat(i.field(run.task(), "status")).isEmpty();
    i.finish(taskset, copy, second, TrialStatus.PASSED);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void theLoserOfTwoCopiesIsSuperseded() {
    String taskset = i.running(aTaskset().withTasks(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run run = i.claim(taskset, first);
    i.commands.lpush(Keys.taskQueue(taskset), run.task());
    Claim.Run copy = i.claim(taskset, second);
    i.finish(taskset, run, first, TrialStatus.PASSED);
    i.finish(taskset, copy, second, TrialStatus.FAILED);

    assertThat(i.judge()).containsExactly("passed", "superseded");
    assertThat(i.field(taskset, "failed_count")).isEmpty();
  }

  @Test
  void aRetryWakesOneIdleSlave() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.trials.claim(taskset, i.slave(taskset, "2"), 1);
    i.trials.claim(taskset, i.slave(taskset, "3"), 1);
    i.finish(taskset, run, slave, TrialStatus.FAILED);
    i.judge();

    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
  }

  @Test
  void theEndWakesAllIdleSlaves() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.trials.claim(taskset, i.slave(taskset, "2"), 1);
    i.trials.claim(taskset, i.slave(taskset, "3"), 1);
    i.finish(taskset, run, slave, TrialStatus.PASSED);
    i.judge();

    assertThat(i.list(Keys.wake(taskset))).hasSize(2);
  }

  @Test
  void whatALiveSlaveOfAnotherMakeTriedIsNotPutBeforeItAgain() {
    String taskset = i.running(aTaskset().withTasks(2).maxTrials(2));
    String foreign = Keys.slave(i.keys.worker("w"), "77");
    i.slaves.beat(List.of(foreign), Installation.LIFE);
    String trial = i.foreignTrial(taskset, "task-0", foreign, "u");
    i.commands.hset(trial, Map.of("status", "failed", "passed", "", "started_at", ""));
    i.arbiter.send("trial\t" + trial);
    i.judge();

    String task = Keys.task(taskset, "task-0");
    assertThat(i.list(Keys.taskQueue(taskset))).doesNotContain(task);
    assertThat(i.list(Keys.retryQueue(taskset))).singleElement().asString().endsWith("\t" + task);
  }

  @Test
  void tasksOfAnotherMakeWithoutIndexAndCountsAreDecidedInAnyOrder() {
    String taskset = i.running(aTaskset().withTasks(5));
    i.commands.hdel(taskset, "task_count", "created_ms");
    i.commands.hset(taskset, Map.of("succeeded_count", "", "failed_count", "", "max_trials", ""));
    List<Claim.Run> runs = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      i.commands.hdel(Keys.task(taskset, "task-" + n), "index", "estimate_ms");
    }
    for (int n = 0; n < 5; n++) {
      runs.add(i.claim(taskset, i.slave(taskset, "s" + n)));
    }
    Collections.swap(runs, 0, 2);
    Collections.swap(runs, 1, 4);
    for (Claim.Run run : runs) {
      i.finish(taskset, run, i.field(run.trial(), "slave"), TrialStatus.PASSED);
      i.judge();
      assertThat(i.list(Keys.tasksLeft(taskset))).doesNotContain(run.task());
    }
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aTasksetThatCannotProveThatAllWasRunFails() {
    String taskset = i.running(aTaskset().withTasks(2));
    i.commands.lrem(Keys.tasksLeft(taskset), 1, Keys.task(taskset, "task-1"));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.PASSED);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("asked for 2 tasks, decided 1");
  }
}
