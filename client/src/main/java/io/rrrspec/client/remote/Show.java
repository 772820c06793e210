package io.rrrspec.client.remote;

import io.rrrspec.client.report.Console;
import io.rrrspec.client.report.LeaseTable;
import io.rrrspec.client.report.RunDetails;
import io.rrrspec.client.report.RunJson;
import io.rrrspec.client.report.RunSummary;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.TaskRun;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.store.LeaseStore.Lease;
import java.util.ArrayList;
import java.util.List;

/** Shows a run as it stands. */
public final class Show {
  private static final int ALL_LINES = Integer.MAX_VALUE;

  private final Console console;

  public Show(Console console) {
    this.console = console;
  }

  /**
   * How to show it.
   *
   * @param verbose every task with its trials, and the logs of the workers
   * @param errors every failure in full
   * @param json as JSON instead of text
   * @param failureExitCode what a run ends this with that failed or was cancelled; 0 to 255
   */
  public record Manner(boolean verbose, boolean errors, boolean json, int failureExitCode) {}

  /**
   * Does it.
   *
   * @param run its key or UUID
   * @return the exit code
   * @throws io.rrrspec.common.UsageException if there is no such run
   */
  public int run(Settings settings, String run, Manner manner) {
    try (Fleet fleet = Fleet.open(settings)) {
      String key = fleet.key(run);
      Taskset taskset = fleet.tasksets().find(key).orElseThrow(() -> fleet.unknown(key));
      List<TaskRun> runs = fleet.observed().runs(taskset);
      console.answer(
          manner.json()
              ? RunJson.write(taskset, runs, manner.verbose())
              : text(taskset, runs, manner, fleet));
      boolean bad =
          taskset.status() == TasksetStatus.FAILED || taskset.status() == TasksetStatus.CANCELLED;
      return bad ? manner.failureExitCode() : ExitCode.SUCCEEDED.number();
    }
  }

  /** What is in somebody's hands of a run: its tasks, and the run itself. */
  private static List<Lease> leases(String taskset, Fleet fleet) {
    List<Lease> all = new ArrayList<>(fleet.leases().ofTasks(taskset));
    for (Lease lease : fleet.leases().ofWorkers()) {
      if (lease.what().equals(taskset)) {
        all.add(lease);
      }
    }
    for (Lease lease : fleet.leases().ofServers()) {
      if (lease.what().equals(taskset)) {
        all.add(lease);
      }
    }
    return all;
  }

  private String text(Taskset taskset, List<TaskRun> runs, Manner manner, Fleet fleet) {
    StringBuilder text = new StringBuilder();
    if (manner.verbose()) {
      text.append(RunDetails.tasks(runs)).append('\n');
      text.append(
          RunDetails.workerLogs(
              fleet.tasksets().workerLogs(taskset.key()).stream()
                  .map(log -> fleet.workers().findLog(log))
                  .toList(),
              ALL_LINES));
      text.append('\n');
      String held = LeaseTable.render(leases(taskset.key(), fleet), console.outTerminal().style());
      text.append(held).append(held.isEmpty() ? "" : "\n");
    }
    if (manner.errors()) {
      text.append(RunDetails.errors(taskset, runs));
    }
    return text.append(
            SummaryTable.render(RunSummary.of(taskset, runs), console.outTerminal().style()))
        .toString();
  }
}
