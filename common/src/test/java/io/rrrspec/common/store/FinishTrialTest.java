package io.rrrspec.common.store;

import static io.rrrspec.common.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.testing.TestRedis;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FinishTrialTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private String taskset;
  private String slave;
  private Claim.Run run;

  @BeforeEach
  void claimOne() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(2));
    slave = i.slave(taskset, "1");
    run = i.claim(taskset, slave);
  }

  @Test
  void theResultIsWrittenAndTheArbiterTold() {
    TrialResult result =
        new TrialResult(TrialStatus.FAILED, "out", "err", 3, 2, 1, List.of(), "because", 4);
    assertThat(i.trials.finish(run.trial(), slave, taskset, result)).isTrue();

    var trial = i.trials.find(List.of(run.trial())).get(0);
    assertThat(trial.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(trial.reason()).isEqualTo("because");
    assertThat(List.of(trial.passed(), trial.pending(), trial.failed(), trial.threadsLeft()))
        .containsExactly(3, 2, 1, 4);
    assertThat(trial.finishedAt()).isNotNull();
    assertThat(i.slaves.openTrial(slave)).isNull();
    assertThat(i.list(i.keys.arbiterQueue())).containsExactly("trial\t" + run.trial());
  }

  @Test
  void aRepeatIsAnsweredAsTheFirstTimeAndTellsNobodyTwice() {
    assertThat(i.finish(taskset, run, slave, TrialStatus.PASSED)).isTrue();
    assertThat(i.finish(taskset, run, slave, TrialStatus.PASSED)).isTrue();

    assertThat(i.list(i.keys.arbiterQueue())).hasSize(1);
  }

  @Test
  void anotherResultForTheSameTrialIsLate() {
    i.finish(taskset, run, slave, TrialStatus.PASSED);

    assertThat(i.finish(taskset, run, slave, TrialStatus.FAILED)).isFalse();
    assertThat(i.field(run.trial(), "status")).isEqualTo("passed");
  }

  @Test
  void aTrialThatWasGivenUpStaysAsItIs() {
    i.endSlave(slave, taskset, true);

    assertThat(i.finish(taskset, run, slave, TrialStatus.PASSED)).isFalse();
    assertThat(i.finish(taskset, run, slave, TrialStatus.ERROR)).isFalse();
    assertThat(i.field(run.trial(), "status")).isEqualTo("error");
  }

  @Test
  void nobodyFinishesWhatAnotherSlaveHolds() {
    assertThat(i.finish(taskset, run, i.slave(taskset, "2"), TrialStatus.PASSED)).isFalse();
    assertThat(i.field(run.trial(), "status")).isEmpty();
  }

  @Test
  void aTrialThatDoesNotExistIsNotMade() {
    assertThat(
            i.trials.finish(
                run.task() + ":trial:x", slave, taskset, Installation.result(TrialStatus.PASSED)))
        .isFalse();
    assertThat(i.commands.exists(run.task() + ":trial:x")).isFalse();
  }

  @Test
  void afterACancelTheResultIsKeptAndCountsNowhere() {
    i.end(taskset, "cancel");

    assertThat(i.finish(taskset, run, slave, TrialStatus.PASSED)).isTrue();
    assertThat(i.judge()).containsExactly("superseded");
    assertThat(i.field(taskset, "status")).isEqualTo("cancelled");
    assertThat(i.field(taskset, "succeeded_count")).isEmpty();
  }

  @Test
  void whatIsWrittenAfterExpiryBeganExpires() {
    i.end(taskset, "cancel");
    i.tasksets.expire(taskset, Installation.KEEP);
    i.commands.persist(run.trial());
    i.finish(taskset, run, slave, TrialStatus.PASSED);

    assertThat(i.commands.ttl(run.trial())).isPositive();
  }

  @Test
  void aRepeatOfFinishAndClaimBringsTheSameNextTrial() {
    TrialResult result = Installation.result(TrialStatus.PASSED);
    Claim next = i.trials.finishAndClaim(run.trial(), slave, taskset, result, 1);

    assertThat(i.trials.finishAndClaim(run.trial(), slave, taskset, result, 1)).isEqualTo(next);
    assertThat(i.list(i.keys.arbiterQueue())).hasSize(1);
  }
}
