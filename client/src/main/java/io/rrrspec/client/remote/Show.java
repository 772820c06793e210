package io.rrrspec.client.remote;

import io.rrrspec.client.record.HtmlOutput;
import io.rrrspec.client.record.PastRuns;
import io.rrrspec.client.report.LeaseTable;
import io.rrrspec.client.report.PastHints;
import io.rrrspec.client.report.RunDetails;
import io.rrrspec.client.report.RunJson;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.result.PartTrials;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.store.LeaseStore.Lease;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows a run as it stands. */
public final class Show {
  private static final int ALL_LINES = Integer.MAX_VALUE;

  private static final String LOCAL = "--local looks among the runs of this machine";
  private static final String AND_LOCAL = ", and " + LOCAL;

  private final Console console;

  public Show(Console console) {
    this.console = console;
  }

  /**
   * How to show it.
   *
   * @param verbose every task with its trials, and the logs of the run, its workers and slaves
   * @param errors every failure in full
   * @param json as JSON instead of text
   * @param failureExitCode what a run ends this with that failed or was cancelled; 0 to 255
   * @param local a run on this machine, which no Redis knows any more
   * @param html the pages that are also written; null: none
   */
  public record Manner(
      boolean verbose,
      boolean errors,
      boolean json,
      int failureExitCode,
      boolean local,
      @Nullable HtmlOutput html) {}

  /**
   * Does it: a run in Redis, else one in the record.
   *
   * @param run its key or UUID
   * @return the exit code
   * @throws io.rrrspec.common.UsageException if there is no such run
   */
  public int run(Settings settings, String run, Manner manner) {
    if (manner.local()) {
      try (PastRuns record = PastRuns.open(settings, true)) {
        return show(record, Keys.lastPart(run), () -> notHere(run), manner);
      }
    }
    try (Fleet fleet = open(settings)) {
      String key = fleet.key(run);
      Optional<Taskset> taskset = fleet.stores().tasksets().find(key);
      if (taskset.isPresent()) {
        return show(fleet, taskset.get(), manner);
      }
      if (settings.find(SettingsTable.DATABASE_URL) == null) {
        throw fleet.unknown(key, AND_LOCAL);
      }
      try (PastRuns record = PastRuns.open(settings, false)) {
        return show(record, Keys.lastPart(key), () -> fleet.unknown(key, AND_LOCAL), manner);
      }
    }
  }

  private static Fleet open(Settings settings) {
    try {
      return Fleet.open(settings);
    } catch (ServiceException e) {
      // Without a fleet, the run is one of `rrrspec-java run`.
      throw new ServiceException(e.getMessage() + "; " + LOCAL, e);
    }
  }

  private int show(Fleet fleet, Taskset taskset, Manner manner) {
    HtmlOutput html = manner.html();
    if (html != null) {
      HtmlOutput.requireOver(taskset);
      html.prepare();
    }
    String key = taskset.key();
    String held =
        manner.verbose() && !manner.json()
            ? LeaseTable.render(leases(key, fleet), console.outTerminal().style())
            : "";
    String queue = fleet.stores().tasksets().queue(key);
    if (!queue.isEmpty() && !manner.json()) {
      console.answer("queue " + PlainText.line(queue) + "\n");
    }
    int code = show(fleet.run(taskset), manner, held);
    if (html != null) {
      fleet.writeHtml(taskset, html, console::say);
    }
    return code;
  }

  private int show(PastRuns record, String id, Supplier<UsageException> unknown, Manner manner) {
    StoredRun run = record.find(id).orElseThrow(unknown);
    HtmlOutput html = manner.html();
    if (html != null) {
      html.prepare();
    }
    int code = show(run, manner, "");
    if (html != null) {
      record.writeHtml(id, html, console::say);
    }
    return code;
  }

  private static UsageException notHere(String run) {
    return new UsageException(
        "there is no run "
            + run
            + " in the record of this machine: `client history --local CLASS` lists runs");
  }

  private int show(StoredRun run, Manner manner, String held) {
    if (manner.json()) {
      Writer out = new OutputStreamWriter(console.out(), StandardCharsets.UTF_8);
      RunJson.write(run, manner.verbose(), out);
    } else {
      console.answer(text(run, manner, held));
    }
    TasksetStatus status = run.taskset().status();
    boolean bad = status == TasksetStatus.FAILED || status == TasksetStatus.CANCELLED;
    return bad ? manner.failureExitCode() : ExitCode.SUCCEEDED.number();
  }

  /** What is in somebody's hands of a run: its tasks, and the run itself. */
  private static List<Lease> leases(String taskset, Fleet fleet) {
    List<Lease> all = new ArrayList<>(fleet.stores().leases().ofTasks(taskset));
    for (Lease lease : fleet.stores().leases().ofWorkers()) {
      if (lease.what().equals(taskset)) {
        all.add(lease);
      }
    }
    for (Lease lease : fleet.stores().leases().ofServers()) {
      if (lease.what().equals(taskset)) {
        all.add(lease);
      }
    }
    return all;
  }

  private String text(StoredRun run, Manner manner, String held) {
    Taskset taskset = run.taskset();
    List<TaskRun> runs = TaskRun.all(run);
    StringBuilder text = new StringBuilder();
    if (manner.verbose()) {
      text.append(RunDetails.tasks(runs, PartTrials.of(run, runs))).append('\n');
      text.append(RunDetails.log(run.log()));
      List<WorkerLog> workers = new ArrayList<>();
      run.eachWorker(workers::add);
      text.append(RunDetails.workerLogs(workers, ALL_LINES));
      List<RunSlave> slaves = new ArrayList<>();
      run.eachSlave(slaves::add);
      text.append(RunDetails.slaveLogs(slaves)).append('\n');
      text.append(held).append(held.isEmpty() ? "" : "\n");
    }
    if (manner.errors()) {
      text.append(RunDetails.errors(taskset, runs));
    }
    return text.append(
            SummaryTable.render(
                RunSummary.of(taskset, runs),
                console.outTerminal().style(),
                "",
                "",
                manner.local() ? PastHints.of(taskset, "", runs) : PastHints.NONE))
        .toString();
  }
}
