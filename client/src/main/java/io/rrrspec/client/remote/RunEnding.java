package io.rrrspec.client.remote;

import io.rrrspec.client.quarantine.ReleaseProposals;
import io.rrrspec.client.report.AgainCommand;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.report.PastHints;
import io.rrrspec.client.report.RunDetails;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.ci.BuildServer;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.ModuleRanking;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.client.watch.Unmatched;
import io.rrrspec.client.watch.Verdicts;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.WorkerLog;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells how a run that was waited for ended.
 *
 * @param sources the directory of the sources; absolute
 * @param reports which reports are wanted
 * @param table how much the answer, the table, tells; null: there is no answer
 * @param files which files come back
 * @param stop whether to give up bringing them; looked at all the time
 * @param choice what the patterns of the command line have chosen, if they are known
 * @param ranking what hears of the end of the run; null: nothing
 */
record RunEnding(
    Path sources,
    WantedReports reports,
    @Nullable Detail table,
    CollectRequest files,
    BooleanSupplier stop,
    TestChoice choice,
    @Nullable ModuleRanking ranking) {
  private static final int LOGS = 3;
  private static final int LINES = 30;

  /** Reports, build server, table; returns the exit code. */
  ExitCode tell(Taskset taskset, Fleet fleet, Console console) {
    RedisPatience patience = RedisPatience.ofWait(fleet, taskset.key(), console::say);
    List<TaskRun> runs = patience.ask(() -> fleet.observed().runs(taskset));
    reports.writeXml(sources, taskset, runs);
    if (taskset.status() == TasksetStatus.FAILED && taskset.failedCount() == 0) {
      // No test says why: perhaps those say it who prepared the run.
      List<WorkerLog> logs = patience.ask(() -> lastLogs(taskset, fleet));
      console.err().print(RunDetails.workerLogs(logs, LINES));
      console.err().flush();
    }
    List<String> collected =
        files.isNone()
            ? List.of()
            : patience.ask(() -> new RunFiles(fleet, taskset.key(), files, sources, stop).bring());
    RunSummary summary = RunSummary.of(taskset, runs);
    if (table != null) {
      String single = taskset.runner().runsCommands() ? "" : "rrrspec-java client start --wait";
      String again = single.isEmpty() ? "" : AgainCommand.of(summary, single, "");
      console.answer(
          SummaryTable.render(
              summary,
              console.outTerminal().style(),
              again,
              single,
              PastHints.NONE,
              table,
              patience.ask(() -> fleet.links(taskset))));
    }
    collected.forEach(console::say);
    BuildServer.tell(summary, sources, console);
    reports.writeHtml(taskset, fleet, console::say);
    if (ranking != null) {
      ranking.ended(
          taskset, runs.stream().map(run -> run.task().specFile()).toList(), console::say);
    }
    Quarantine quarantine = patience.ask(() -> fleet.stores().tasksets().quarantine(taskset.key()));
    if (!quarantine.isNone()) {
      List<PassStreak> streaks =
          patience.ask(() -> fleet.stores().passStreaks().find(taskset.tasksetClass()));
      ReleaseProposals.lines(quarantine, streaks, "").forEach(console::say);
    }
    ExitCode code = Verdicts.exitCode(taskset);
    return taskset.partial()
        ? Unmatched.told(
            code,
            choice,
            patience.ask(() -> fleet.stores().tasksets().selection(taskset.key())),
            runs,
            console::say)
        : code;
  }

  private static List<WorkerLog> lastLogs(Taskset taskset, Fleet fleet) {
    List<String> keys = fleet.stores().tasksets().workerLogs(taskset.key());
    return keys.subList(Math.max(0, keys.size() - LOGS), keys.size()).stream()
        .map(key -> fleet.stores().workers().findLog(key))
        .toList();
  }
}
