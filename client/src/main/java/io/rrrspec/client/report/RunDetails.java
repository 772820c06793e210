package io.rrrspec.client.report;

import io.rrrspec.client.report.result.PartTrials;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.SuiteReport;
import io.rrrspec.client.report.result.Suites;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.result.TestReport;
import io.rrrspec.client.report.result.TestRun;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.PartsOfTests;
import io.rrrspec.common.run.RunSlave;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code show} tells beyond the table: tasks with their trials, logs, failures in full. */
public final class RunDetails {
  private RunDetails() {}

  /**
   * Every task with its trials, in the order in which they were to be served.
   *
   * @param parts the trials of those that ran in parts
   */
  public static String tasks(List<TaskRun> runs, PartTrials parts) {
    StringBuilder text = new StringBuilder();
    for (TaskRun run : runs) {
      String status = run.task().status().text();
      line(text, (status.isEmpty() ? "open" : status) + " " + run.task().specFile());
      for (Trial trial : run.trials()) {
        line(text, "    " + trial(trial));
      }
      parts(text, run, parts);
    }
    return text.toString();
  }

  /** Each trial of a part, with the tests that it brought to the trial of its class. */
  private static void parts(StringBuilder text, TaskRun run, PartTrials all) {
    List<PartTrial> parts = all.ofClass(run.task().specFile());
    Map<PartTrial, List<String>> tests = new HashMap<>();
    for (Trial ofClass : parts.isEmpty() ? List.<Trial>of() : run.trials()) {
      List<PartTrial> partOf = PartsOfTests.of(ofClass, parts);
      for (int i = 0; i < partOf.size(); i++) {
        tests
            .computeIfAbsent(partOf.get(i), part -> new ArrayList<>())
            .add(nameOf(ofClass.cases().get(i)));
      }
    }
    for (PartTrial part : parts) {
      String refusal = part.refusal();
      line(
          text,
          "    part "
              + part.part()
              + "/"
              + part.parts()
              + ": "
              + part.state(all.live())
              + facts(part.trial(), refusal == null ? part.trial().reason() : refusal));
      List<String> its = tests.getOrDefault(part, List.of());
      if (!its.isEmpty()) {
        line(text, "        " + String.join(", ", its));
      }
    }
  }

  /** With the nested class before it, if it is of one. */
  private static String nameOf(CaseResult test) {
    String name = test.name().isEmpty() ? "(the class as a whole)" : test.name();
    int nested = test.className().indexOf('$');
    return nested < 0 ? name : test.className().substring(nested + 1) + "#" + name;
  }

  private static String trial(Trial trial) {
    String verdict =
        trial.verdict() == null ? "open" : trial.verdict().name().toLowerCase(Locale.ROOT);
    return verdict + facts(trial, trial.reason());
  }

  private static String facts(Trial trial, @Nullable String reason) {
    String slave = trial.slaveKey().replaceFirst("^.*?:worker:", "");
    return " "
        + Phrases.time(trial.duration())
        + counts(trial)
        + (slave.isEmpty() ? "" : " on " + slave)
        + (reason == null ? "" : ": " + reason);
  }

  /** What its slave counted; nothing where it counted nothing. */
  private static String counts(Trial trial) {
    List<String> parts = new ArrayList<>();
    count(parts, trial.failed(), "failed");
    count(parts, trial.passed(), "passed");
    count(parts, trial.pending(), "skipped");
    return parts.isEmpty() ? "" : ", " + String.join(", ", parts);
  }

  private static void count(List<String> parts, int number, String what) {
    if (number > 0) {
      parts.add(Phrases.number(number) + " " + what);
    }
  }

  /** What the servers noted about the run. */
  public static String log(String log) {
    StringBuilder text = new StringBuilder();
    if (!log.isBlank()) {
      text.append("log of the run\n");
      block(text, log);
    }
    return text.toString();
  }

  /** The slaves with what they wrote outside of trials. */
  public static String slaveLogs(List<RunSlave> slaves) {
    StringBuilder text = new StringBuilder();
    for (RunSlave slave : slaves) {
      String status = slave.status().text();
      line(
          text,
          "log of slave "
              + slave.key().replaceFirst("^.*?:worker:", "")
              + (status.isEmpty() ? "" : ": " + status));
      block(text, slave.log());
    }
    return text.toString();
  }

  /**
   * The end of what workers had to say.
   *
   * @param most so many lines of each at most
   */
  public static String workerLogs(List<WorkerLog> logs, int most) {
    StringBuilder text = new StringBuilder();
    for (WorkerLog log : logs) {
      line(text, "log of " + log.workerKey().replaceFirst("^.*?:worker:", "worker "));
      List<String> lines = PlainText.lines(log.log()).lines().toList();
      int from = Math.max(0, lines.size() - most);
      if (from > 0) {
        text.append("    (").append(Phrases.count(from, "line")).append(" before)\n");
      }
      lines
          .subList(from, lines.size())
          .forEach(line -> text.append("    ").append(line.stripTrailing()).append('\n'));
    }
    return text.toString();
  }

  /** Every red test with its whole message, trace and output. */
  public static String errors(Taskset taskset, List<TaskRun> runs) {
    StringBuilder text = new StringBuilder();
    List<TaskRun> decided =
        taskset.status().isFinal()
            ? runs
            : runs.stream().filter(run -> run.task().status().isFinal()).toList();
    for (SuiteReport suite : Suites.of(taskset, decided)) {
      suite.tests().stream()
          .filter(TestReport::red)
          .forEach(test -> error(text, suite, test.main()));
    }
    return text.toString();
  }

  private static void error(StringBuilder text, SuiteReport suite, TestRun run) {
    CaseResult result = run.result();
    String type = new RunSummary.Failed(result, suite.module(), suite.execution(), 1).className();
    line(text, result.name().isEmpty() ? type : type + " > " + result.name());
    block(
        text,
        result.trace() == null || result.trace().isBlank() ? result.message() : result.trace());
    output(text, "standard output", run.stdout());
    output(text, "standard error", run.stderr());
    text.append('\n');
  }

  private static void output(StringBuilder text, String title, String output) {
    if (!output.isBlank()) {
      text.append("  ").append(title).append(":\n");
      block(text, output);
    }
  }

  private static void block(StringBuilder text, @Nullable String block) {
    if (block != null) {
      PlainText.lines(block.stripTrailing())
          .lines()
          .forEach(line -> text.append("    ").append(line.stripTrailing()).append('\n'));
    }
  }

  private static void line(StringBuilder text, String line) {
    int indent = line.length() - line.stripLeading().length();
    text.append(" ".repeat(indent)).append(PlainText.line(line)).append('\n');
  }
}
