package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EndSlaveTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private String end(String slave, String taskset, @Nullable Long life) {
    return i.slaves.end(
        slave,
        taskset,
        new SlaveStore.End(
            SlaveStatus.TIMEOUT_EXIT, TrialStatus.TIMEOUT, false, "too long", "last words", life),
        Installation.KEEP);
  }

  @Test
  void theOpenTrialIsClosedAndTheArbiterTold() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);

    assertThat(end(slave, taskset, 1L)).isEqualTo(run.trial());
    assertThat(i.field(run.trial(), "status")).isEqualTo("timeout");
    assertThat(i.field(run.trial(), "stderr")).isEqualTo("last words");
    assertThat(i.field(slave, "status")).isEqualTo("timeout_exit");
    assertThat(i.judge()).containsExactly("bad");
  }

  @Test
  void whatRanInThatMomentHasFailed() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    CaseResult ran =
        new CaseResult("example.A", "ends", CaseResult.Outcome.ERROR, 0, "exit code 3", null, null);
    i.slaves.end(
        slave,
        taskset,
        new SlaveStore.End(
            SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, false, "", "", null, List.of(ran)),
        Installation.KEEP);

    assertThat(i.field(run.trial(), "failed")).isEqualTo("1");
    assertThat(i.trials.find(List.of(run.trial())).get(0).cases()).containsExactly(ran);
    assertThat(i.trials.badBeside("", run.task()))
        .containsExactly(new TrialStore.Bad(1, List.of(ran)));
  }

  @Test
  void theSecondEndFindsNothingAndTheFirstWordStands() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.claim(taskset, slave);
    i.endSlave(slave, taskset, true);

    assertThat(end(slave, taskset, null)).isEmpty();
    assertThat(i.field(slave, "status")).isEqualTo("failure_exit");
    assertThat(i.judge()).containsExactly("lost");
  }

  @Test
  void whatTheSlaveFinishedInItsLastMomentStands() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.finish(taskset, run, slave, TrialStatus.PASSED);

    assertThat(i.endSlave(slave, taskset, true)).isEmpty();
    assertThat(i.judge()).containsExactly("passed");
  }

  @Test
  void aNewerLifeOfTheIdIsNotMeant() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.slave(taskset, "1");

    assertThat(end(slave, taskset, 1L)).isEqualTo("other");
    assertThat(i.field(slave, "status")).isEmpty();
  }

  @Test
  void whoeverWaitedNoLongerCounts() {
    String taskset = i.running(aTaskset().withTasks(1));
    i.claim(taskset, i.slave(taskset, "1"));
    String idle = i.slave(taskset, "2");
    i.trials.claim(taskset, idle, 1);
    i.endSlave(idle, taskset, false);

    assertThat(i.commands.exists(Keys.waiting(taskset))).isFalse();
  }

  @Test
  void aTokenThatDiedWithItsSlaveIsReplaced() {
    String taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    String first = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, first);
    String second = i.slave(taskset, "2");
    i.trials.claim(taskset, second, 1);
    i.trials.claim(taskset, i.slave(taskset, "3"), 1);
    i.finish(taskset, run, first, TrialStatus.FAILED);
    i.judge();
    i.commands.lpop(Keys.wake(taskset));
    i.endSlave(second, taskset, true);

    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
  }

  @Test
  void aSlaveOfAnotherMakeIsClosedByTheListOfItsTrials() {
    String taskset = i.running(aTaskset().withTasks(1));
    String foreign = Keys.slave(i.keys.worker("w"), "77");
    i.commands.rpush(Keys.slaves(taskset), foreign);
    String trial = i.foreignTrial(taskset, "task-0", foreign, "u");

    assertThat(i.endSlave(foreign, taskset, true)).isEqualTo(trial);
    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(1);
  }

  @Test
  void aSlaveThatEndedBeforeItRegisteredIsListedSoThatItIsPersistedAndExpires() {
    String taskset = i.running(aTaskset().withTasks(1));
    String stillborn = Keys.slave(i.keys.worker("w"), "5");
    i.endSlave(stillborn, taskset, false);
    i.endSlave(stillborn, taskset, false);

    assertThat(i.tasksets.slaves(taskset)).containsExactly(stillborn);
  }

  @Test
  void whatIsWrittenWhenTheTasksetExpiresOrIsGoneExpires() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    i.end(taskset, "cancel");
    i.tasksets.expire(taskset, Installation.KEEP);
    i.endSlave(slave, taskset, false);
    String late = Keys.slave(i.keys.worker("w"), "6");
    i.endSlave(late, i.keys.taskset("gone"), false);

    assertThat(i.commands.ttl(slave)).isPositive();
    assertThat(i.commands.ttl(late)).isPositive();
  }
}
