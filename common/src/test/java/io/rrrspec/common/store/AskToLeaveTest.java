package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore.Asked;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A worker that is asked to leave begins nothing any more, and nothing of its taskset is lost. */
class AskToLeaveTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private String taskset;
  private String worker;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(3).maxTrials(2));
    worker = i.keys.worker("w");
    setUp("w");
  }

  private void setUp(String name) {
    String log = Keys.workerLog(taskset, i.keys.worker(name));
    i.workers.mark(log, "setup_finished", Instant.EPOCH);
  }

  private Asked ask() {
    return i.workers.askToLeave(taskset, worker);
  }

  private Claim claim(String slave) {
    return i.trials.claim(taskset, slave, 1);
  }

  private String slaveOfAnotherWorker() {
    i.serve(i.worker("v"), taskset);
    return i.slaveOf("v", taskset, "1");
  }

  private boolean leaves() {
    return i.workers.all().stream().anyMatch(WorkerStore.Seen::leaves);
  }

  @Test
  void itsSlavesGetNothingNewAndOthersGetAll() {
    String slave = i.slave(taskset, "1");
    String other = slaveOfAnotherWorker();
    assertThat(ask()).isEqualTo(Asked.ASKED);

    assertThat(claim(slave)).isEqualTo(new Claim.Leave());
    assertThat(claim(other)).isInstanceOf(Claim.Run.class);
    assertThat(leaves()).isTrue();
    assertThat(i.workers.held(worker)).isEqualTo(new WorkerStore.Held(taskset, true));
  }

  @Test
  void whatRunsIsFinishedAndAnAnswerThatWasLostIsGivenAgain() {
    String slave = i.slave(taskset, "1");
    Claim.Run run = (Claim.Run) claim(slave);
    ask();

    assertThat(claim(slave)).isEqualTo(run);
    Claim next =
        i.trials.finishAndClaim(
            run.trial(), slave, taskset, Installation.result(TrialStatus.PASSED), 0, 1);
    assertThat(next).isEqualTo(new Claim.Leave());
    i.judge();
    assertThat(i.field(run.task(), "status")).isEqualTo(TaskStatus.PASSED.text());
  }

  @Test
  void askedTwiceIsAskedOnce() {
    ask();
    assertThat(ask()).isEqualTo(Asked.ASKED);
    assertThat(i.commands.hget(worker, "leaving")).isEqualTo(taskset);
  }

  @Test
  void allWhoWaitLookAgainAndNoTokenIsLostWithASlaveThatLeaves() {
    String slave = i.slave(taskset, "1");
    String other = slaveOfAnotherWorker();
    for (String busy : new String[] {"2", "3", "4"}) {
      claim(i.slave(taskset, busy));
    }
    claim(slave);
    claim(other);
    ask();
    assertThat(i.commands.llen(Keys.wake(taskset))).isEqualTo(2);

    // A retry comes, and the slave that leaves took its token.
    i.commands.del(Keys.wake(taskset));
    i.commands.rpush(Keys.taskQueue(taskset), Keys.task(taskset, "task-0"));
    assertThat(claim(slave)).isEqualTo(new Claim.Leave());
    assertThat(i.commands.llen(Keys.wake(taskset))).isEqualTo(1);
    assertThat(i.commands.smembers(Keys.waiting(taskset))).containsExactly(other);
  }

  @Test
  void aRetryIsNotLeftToASlaveThatLeaves() {
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.FAILED);
    String beside = i.slave(taskset, "2");
    String other = slaveOfAnotherWorker();
    onlyTheRetryIsLeft();
    assertThat(claim(beside)).as("the other worker comes first").isInstanceOf(Claim.Wait.class);

    setUp("v");
    i.workers.askToLeave(taskset, i.keys.worker("v"));
    assertThat(claim(other)).isEqualTo(new Claim.Leave());
    assertThat(claim(beside)).isInstanceOf(Claim.Run.class);
  }

  private void onlyTheRetryIsLeft() {
    i.commands.ltrim(Keys.taskQueue(taskset), 0, 0);
  }

  @Test
  void aRetryThatWaitsForAFreshJvmIsTakenByTheNextWorker() {
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.FAILED);
    onlyTheRetryIsLeft();
    assertThat(claim(slave)).isEqualTo(new Claim.Fresh());
    ask();
    i.endSlave(slave, taskset, false);
    i.workers.leave(worker, taskset, "", true, Installation.KEEP);

    assertThat(claim(slaveOfAnotherWorker())).isInstanceOf(Claim.Run.class);
    assertThat(i.field(taskset, "status")).isEqualTo("running");
  }

  @Test
  void aProbeBeginsAgainOnAnotherWorker() {
    String slave = i.slave(taskset, "1");
    String task = Keys.task(taskset, "task-0");
    i.commands.del(Keys.taskQueue(taskset));
    i.commands.rpush(Keys.retryQueue(taskset), "1\t" + task);
    i.tasksets.searchCulprits(taskset, "task-0", List.of("task-1"));
    i.commands.hset(task, "probe_worker", worker);
    String other = slaveOfAnotherWorker();
    assertThat(claim(other)).as("pinned").isInstanceOf(Claim.Wait.class);

    ask();
    assertThat(claim(slave)).isEqualTo(new Claim.Leave());
    assertThat(claim(other)).isInstanceOf(Claim.Run.class);
    assertThat(i.field(task, "probe_worker")).isEqualTo(i.keys.worker("v"));
  }

  @Test
  void aCompanionDoesNotWaitForASlaveThatDoesNotCome() {
    String slave = i.slave(taskset, "1");
    Claim.Run run = (Claim.Run) claim(slave);
    i.commands.hset(taskset, "quiet", run.task());
    i.commands.hset(run.task(), "probe_companion", run.trial());
    ask();

    assertThat(i.trials.companion(run.trial(), TrialStore.Milestone.READY))
        .isEqualTo(TrialStore.CompanionState.OVER);
    assertThat(i.slaves.held(slave)).isEqualTo(new SlaveStore.Held(run.trial(), true));
    assertThat(i.commands.hexists(run.task(), "probe_companion")).isFalse();
  }

  @Test
  void whoIsNotThereOrForeignOrSetsUpIsNotAsked() {
    String idle = i.worker("idle");
    assertThat(i.workers.askToLeave(taskset, idle)).isEqualTo(Asked.NOT_THERE);
    i.commands.hdel(worker, "protocol");
    assertThat(ask()).isEqualTo(Asked.NOT_OURS);
    i.commands.hset(worker, "protocol", "1");
    i.commands.hset(taskset, "runner", "");
    assertThat(ask()).as("its slaves may be foreign").isEqualTo(Asked.NOT_OURS);
    i.commands.hset(taskset, "runner", "command");
    i.commands.hdel(Keys.workerLog(taskset, worker), "setup_finished_at");
    assertThat(ask()).isEqualTo(Asked.NOT_SET_UP);
    setUp("w");
    i.commands.del(Keys.heartbeat(worker));
    assertThat(ask()).isEqualTo(Asked.NOT_THERE);
    assertThat(leaves()).isFalse();
  }

  @Test
  void aWorkerThatComesBackAndSetsUpAgainIsNotAsked() {
    i.workers.leave(worker, taskset, "", true, Installation.KEEP);
    i.serve(worker, taskset);
    assertThat(ask()).isEqualTo(Asked.NOT_SET_UP);

    setUp("w");
    assertThat(ask()).isEqualTo(Asked.ASKED);
  }

  @Test
  void leavingTakingAndClaimingTheNameEndIt() {
    ask();
    i.workers.leave(worker, taskset, "", true, Installation.KEEP);
    assertThat(i.commands.hexists(worker, "leaving")).isFalse();
    assertThat(i.field(taskset, "status")).isEqualTo("running");

    i.commands.hset(worker, "leaving", taskset);
    i.serve(worker, taskset);
    assertThat(claim(i.slave(taskset, "9"))).isInstanceOf(Claim.Run.class);

    i.commands.hset(worker, "leaving", taskset);
    i.commands.del(Keys.heartbeat(worker));
    i.workers.claim(worker, "a", "default", "host", Duration.ofMinutes(1));
    assertThat(leaves()).isFalse();
  }

  @Test
  void anEndedSlaveOfItIsNoCrash() {
    String slave = i.slave(taskset, "1");
    ask();
    claim(slave);
    i.slaves.end(
        slave,
        taskset,
        new SlaveStore.End(SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, true, "left", "", null),
        Installation.KEEP);
    assertThat(i.slaves.find(slave).status()).isEqualTo(SlaveStatus.NORMAL_EXIT);
  }
}
