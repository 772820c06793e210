package io.rrrspec.client.remote;

import io.rrrspec.client.report.RunDetails;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.ci.BuildServer;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.client.watch.Verdicts;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.WorkerLog;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells how a run that was waited for ended.
 *
 * @param sources the directory of the sources; absolute
 * @param junitXml where JUnit reports go; null if none are wanted
 * @param table whether the answer is the table
 */
record RunEnding(Path sources, @Nullable Path junitXml, boolean table) {
  private static final int LOGS = 3;
  private static final int LINES = 30;

  /** Reports, build server, table; returns the exit code. */
  ExitCode tell(Taskset taskset, Fleet fleet, Console console) {
    List<TaskRun> runs = fleet.observed().runs(taskset);
    if (junitXml != null) {
      new JUnitXmlWriter(junitXml, PreparedProject.reportNameSuffixes(sources))
          .write(taskset, runs);
    }
    if (taskset.status() == TasksetStatus.FAILED && taskset.failedCount() == 0) {
      // No test says why: perhaps those say it who prepared the run.
      console.err().print(RunDetails.workerLogs(lastLogs(taskset, fleet), LINES));
      console.err().flush();
    }
    RunSummary summary = RunSummary.of(taskset, runs);
    if (table) {
      console.answer(SummaryTable.render(summary, console.outTerminal().style()));
    }
    BuildServer.tell(summary, sources, console);
    return Verdicts.exitCode(taskset);
  }

  private static List<WorkerLog> lastLogs(Taskset taskset, Fleet fleet) {
    List<String> keys = fleet.stores().tasksets().workerLogs(taskset.key());
    return keys.subList(Math.max(0, keys.size() - LOGS), keys.size()).stream()
        .map(key -> fleet.stores().workers().findLog(key))
        .toList();
  }
}
