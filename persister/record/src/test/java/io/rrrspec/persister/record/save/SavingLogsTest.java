package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Step two: what the workers have written, and trials that ended late. */
class SavingLogsTest extends ArchiveContract {
  @Test
  void logsAreReplacedByWhatARepeatBringsAndKeptOtherwise() {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());
    String other = "rrrspec:worker:host2:slave:1";
    List<Slave> slaves =
        List.of(
            new Slave(RunBuilder.SLAVE, SlaveStatus.ALIVE, List.of(), "early"),
            new Slave(other, SlaveStatus.NORMAL_EXIT, List.of(), "other"));
    WorkerLog worker = workerLog(run, "begun");
    assertThat(archive.areLogsSaved(run.id())).isFalse();

    archive.saveLogs(run.key(), "log 1", slaves, List.of(worker), Collections.emptyIterator());
    Slave ended = new Slave(RunBuilder.SLAVE, SlaveStatus.TIMEOUT_EXIT, List.of(), "late");
    WorkerLog done = workerLog(run, "begun and done");
    for (int i = 0; i < 2; i++) {
      archive.saveLogs(
          run.key(), "log 2", List.of(ended), List.of(done), Collections.emptyIterator());
    }
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());

    assertThat(archive.areLogsSaved(run.id())).isTrue();
    assertThat(reader.log(run.id())).isEqualTo("log 2");
    assertThat(reader.workerLogs(run.id())).containsExactly(done);
    String trial = reader.tasks(run.id()).get(0).trials().get(0);
    assertThat(reader.slaves(run.id()))
        .containsExactly(
            new Slave(RunBuilder.SLAVE, SlaveStatus.TIMEOUT_EXIT, List.of(trial), "late"),
            slaves.get(1));
  }

  @Test
  void logsOfATasksetThatWasNotSavedAreRefused() {
    assertThatThrownBy(
            () ->
                archive.saveLogs(
                    aRun().key(), "log", List.of(), List.of(), Collections.emptyIterator()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("not in the database");
  }

  @Test
  void trialsThatEndLateAreAddedOrFilledInOnce() {
    RunBuilder run = aRun();
    Trial good = run.trial("com.foo.BarTest", TrialVerdict.PASSED, 5);
    Trial open = run.openTrial("com.foo.BarTest");
    run.task("com.foo.BarTest", TaskStatus.PASSED, good, open);
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(reader.openTrials(run.id())).containsExactly(open.key());

    Trial ended = withKey(run.trial("com.foo.BarTest", TrialVerdict.SUPERSEDED, 9), open.key());
    Trial added = run.trial("com.foo.BarTest", TrialVerdict.SUPERSEDED, 11);
    Trial rewritten = withKey(run.trial("com.foo.BarTest", TrialVerdict.LOST, 11), good.key());
    Trial foreign = aRun().trial("com.foo.BarTest", TrialVerdict.LOST, 1);
    for (int i = 0; i < 2; i++) {
      archive.saveLogs(
          run.key(),
          "",
          List.of(),
          List.of(),
          List.of(ended, added, rewritten, foreign).iterator());
    }

    assertThat(reader.openTrials(run.id())).isEmpty();
    assertThat(reader.trials(run.id(), "com.foo.BarTest")).containsExactly(good, ended, added);
    assertThat(history.estimates("myclass").get("com.foo.BarTest")).hasMillis(5);
  }

  private static Trial withKey(Trial t, String key) {
    return new Trial(
        key,
        t.taskKey(),
        t.slaveKey(),
        t.startedAt(),
        t.finishedAt(),
        TrialStatus.ERROR,
        t.verdict(),
        t.stdout(),
        t.stderr(),
        t.passed(),
        t.pending(),
        t.failed(),
        t.cases(),
        t.reason(),
        t.threadsLeft());
  }

  private static WorkerLog workerLog(RunBuilder run, String log) {
    return new WorkerLog(
        run.key() + ":worker_log:rrrspec:worker:host1",
        "rrrspec:worker:host1",
        run.key(),
        RunBuilder.START,
        RunBuilder.START.plusMillis(10),
        null,
        RunBuilder.START.plusSeconds(3),
        log);
  }
}
