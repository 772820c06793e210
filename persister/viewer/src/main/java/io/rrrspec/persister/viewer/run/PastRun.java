package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.LiveStore;
import io.rrrspec.persister.record.Database;
import io.rrrspec.persister.record.FailedTest;
import io.rrrspec.persister.record.RunFailures;
import io.rrrspec.persister.record.RunTasks;
import io.rrrspec.persister.record.RunTasks.Which;
import io.rrrspec.persister.record.RunTrials;
import io.rrrspec.persister.record.RunWorkers;
import io.rrrspec.persister.record.RunWorkers.SlaveLine;
import io.rrrspec.persister.record.RunWorkers.WorkerLine;
import io.rrrspec.persister.record.Runs;
import io.rrrspec.persister.record.SavedRun;
import io.rrrspec.persister.record.TaskLine;
import io.rrrspec.persister.record.TestCounts;
import io.rrrspec.persister.record.TrialLine;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A run in the record. */
final class PastRun implements RunView {
  private final Database database;
  private final SavedRun run;

  PastRun(Database database, SavedRun run) {
    this.database = database;
    this.run = run;
  }

  @Override
  public Taskset taskset() {
    return run.taskset();
  }

  @Override
  public boolean isSettled() {
    return run.logsSaved();
  }

  @Override
  public Counts counts() {
    Taskset t = run.taskset();
    long retried = new RunTasks(database).count(run.number(), Which.RETRIED);
    int decided = t.succeededCount() + t.failedCount();
    int percent = t.taskCount() == 0 ? 0 : (int) Math.min(100, 100L * decided / t.taskCount());
    return new Counts(t.taskCount(), t.succeededCount(), t.failedCount(), retried, percent);
  }

  @Override
  public Optional<TestCounts> tests() {
    return Optional.ofNullable(run.tests());
  }

  @Override
  public List<LiveStore.Doing> doing() {
    return List.of();
  }

  @Override
  public List<TaskLine> tasks(Which which, int after, int limit) {
    return new RunTasks(database).page(run.number(), which, after, limit);
  }

  @Override
  public Optional<TaskLine> task(String specFile) {
    return new RunTasks(database).find(run.number(), run.taskset().tasksetClass(), specFile);
  }

  @Override
  public List<TrialLine> trials(int taskNo) {
    return new RunTrials(database).ofTask(run.number(), taskNo);
  }

  @Override
  public void eachTrial(Consumer<TrialLine> trials) {
    RunTrials all = new RunTrials(database);
    List<TrialLine> page = all.page(run.number(), 0, 0, RunTrials.MAX_PER_PAGE);
    while (!page.isEmpty()) {
      page.forEach(trials);
      TrialLine last = page.get(page.size() - 1);
      page = all.page(run.number(), last.taskNo(), last.trialNo(), RunTrials.MAX_PER_PAGE);
    }
  }

  @Override
  public Optional<TrialText> text(int taskNo, int trialNo) {
    RunTrials all = new RunTrials(database);
    return all.output(run.number(), taskNo, trialNo)
        .map(
            output ->
                new TrialText(
                    output.stdout(),
                    output.stderr(),
                    output.reason(),
                    all.cases(run.number(), taskNo, trialNo)));
  }

  @Override
  public List<FailedTest> failures(int limit) {
    return new RunFailures(database).page(run.number(), null, limit);
  }

  @Override
  public List<WorkerLine> workers(int limit) {
    return new RunWorkers(database).workers(run.number(), limit);
  }

  @Override
  public List<SlaveLine> slaves(int limit) {
    return new RunWorkers(database).slaves(run.number(), limit);
  }

  @Override
  public String log() {
    return new Runs(database).log(run.number());
  }

  @Override
  public String workerLog(String key) {
    return new RunWorkers(database).workerLog(run.number(), key);
  }

  @Override
  public String slaveLog(String key) {
    return new RunWorkers(database).slaveLog(run.number(), key);
  }
}
