package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.TrialStore.Finish;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    taskset = i.running(aTaskset().withTasks(2).maxTrials(2));
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
  void theProcessorTimeIsWrittenWhereItIsKnown() {
    ProcessorTime time =
        new ProcessorTime(Duration.ofMillis(1_200), Duration.ofMillis(35), Duration.ofMillis(4));
    i.trials.finish(
        run.trial(), slave, taskset, TrialResult.error("x", "", "").withProcessorTime(time));
    assertThat(i.trials.find(List.of(run.trial())).get(0).processorTime()).isEqualTo(time);
    assertThat(i.trials.findOutlines(List.of(run.trial())).get(0).processorTime()).isEqualTo(time);

    Claim.Run other = i.claim(taskset, slave);
    i.trials.finishAndClaim(other.trial(), slave, taskset, TrialResult.error("x", "", ""), 1);
    assertThat(i.commands.hgetAll(other.trial()))
        .doesNotContainKeys("cpu_ms", "thread_cpu_ms", "thread_ready_ms");
    i.commands.hset(other.trial(), Map.of("cpu_ms", "-3", "thread_cpu_ms", "odd"));
    assertThat(i.trials.find(List.of(other.trial())).get(0).processorTime())
        .isEqualTo(ProcessorTime.UNKNOWN);
  }

  @Test
  void theClassFilesAreWrittenWhereTheyAreKnown() {
    TrialResult result = Installation.result(TrialStatus.PASSED);
    i.trials.finish(run.trial(), slave, taskset, result);
    assertThat(i.commands.hgetAll(run.trial())).doesNotContainKey("class_files");

    Claim.Run other = i.claim(taskset, slave);
    i.trials.finishAndClaim(other.trial(), slave, taskset, result.withClassFiles("cd34"), 1);
    assertThat(i.trials.find(List.of(other.trial())).get(0).classFiles()).isEqualTo("cd34");
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

  @Test
  void aGoodResultStandsOnlyIfItWasComparedWithAllBadTrials() {
    String other = "v";
    i.serve(i.worker(other), taskset);
    i.finish(taskset, run, slave, TrialStatus.FAILED);
    i.judge();
    String second = i.slaveOf(other, taskset, "2");
    Claim.Run retry = i.claim(taskset, second);
    assertThat(retry.task()).isEqualTo(run.task());
    assertThat(List.of(run.others(), retry.others())).containsExactly(0, 1);
    TrialResult good = Installation.result(TrialStatus.PENDING);

    assertThat(i.trials.finish(retry.trial(), second, taskset, good, 0)).isEqualTo(Finish.COMPARE);
    assertThat(i.trials.finishAndClaim(retry.trial(), second, taskset, good, 0, 1))
        .isEqualTo(new Claim.Compare());
    assertThat(i.field(retry.trial(), "status")).isEmpty();
    assertThat(i.slaves.openTrial(second)).isEqualTo(retry.trial());
    assertThat(i.trials.finish(retry.trial(), second, taskset, good, 1)).isEqualTo(Finish.DONE);
    assertThat(i.trials.finish(retry.trial(), second, taskset, good, 1)).isEqualTo(Finish.DONE);
  }

  @Test
  void aBadResultAndOneBesideALostTrialNeedNoComparison() {
    i.endSlave(slave, taskset, true);
    i.judge();
    String second = i.slave(taskset, "2");
    Claim.Run again = i.claim(taskset, second);
    assertThat(again.task()).isEqualTo(run.task());
    assertThat(i.trials.badBeside(again.trial(), again.task())).isEmpty();
    TrialResult good = Installation.result(TrialStatus.PASSED);
    assertThat(i.trials.finish(again.trial(), second, taskset, good, 0)).isEqualTo(Finish.DONE);

    Claim.Run next = i.claim(taskset, second);
    TrialResult bad = Installation.result(TrialStatus.ERROR);
    assertThat(i.trials.finish(next.trial(), second, taskset, bad, 0)).isEqualTo(Finish.DONE);
  }

  @Test
  void badTrialsAreReadWithTheirNumbersAndTests() {
    CaseResult test =
        new CaseResult("com.shop.CartTest", "it", CaseResult.Outcome.FAILED, 1, null, null, null);
    i.trials.finish(
        run.trial(),
        slave,
        taskset,
        new TrialResult(TrialStatus.FAILED, "", "", 0, 0, 1, List.of(test), null, 0));

    assertThat(i.trials.badBeside("another", run.task()))
        .containsExactly(new TrialStore.Bad(1, List.of(test)));
    assertThat(i.trials.badBeside(run.trial(), run.task())).isEmpty();
  }

  @Test
  void whatIsNoTestIsNotAmongTheTestsOfABadTrial() {
    i.finish(taskset, run, slave, TrialStatus.FAILED);
    String test = "{\"c\":\"com.shop.CartTest\",\"n\":\"it\",\"o\":\"f\",\"ms\":1}";
    i.commands.hset(run.trial(), "cases", "[null, {}, " + test + "]");

    List<TrialStore.Bad> bad = i.trials.badBeside("another", run.task());
    assertThat(bad).hasSize(1);
    assertThat(bad.get(0).cases()).extracting(CaseResult::name).containsExactly("it");
    i.commands.hset(run.trial(), "cases", "null");
    assertThat(i.trials.badBeside("another", run.task()).get(0).cases()).isEmpty();
  }
}
