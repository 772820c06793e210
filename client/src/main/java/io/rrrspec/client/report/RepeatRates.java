package io.rrrspec.client.report;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.Repetition;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Draws how often each class failed of many runs of it. Equal runs give equal text. */
public final class RepeatRates {
  private final Taskset taskset;
  private final Style style;

  private RepeatRates(Taskset taskset, Style style) {
    this.taskset = taskset;
    this.style = style;
  }

  /**
   * Draws it: for each class the first failure, then at the end a line with its rate.
   *
   * @param runs the repetitions, decided or not
   * @return lines, each ended by {@code \n}
   */
  public static String render(Taskset taskset, List<TaskRun> runs, Style style) {
    RepeatRates rates = new RepeatRates(taskset, style);
    Map<String, List<TaskRun>> classes = new TreeMap<>();
    for (TaskRun run : runs) {
      String specFile = Repetition.parse(run.task().specFile()).specFile();
      classes.computeIfAbsent(specFile, name -> new ArrayList<>()).add(run);
    }
    List<String> lines = new ArrayList<>();
    classes.values().forEach(of -> rates.firstFailure(of, lines));
    if (!lines.isEmpty()) {
      lines.add("");
    }
    classes.forEach((name, of) -> rates.rate(name, of, lines));
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.stripTrailing()).append('\n'));
    return text.toString();
  }

  private static List<TaskRun> failed(List<TaskRun> runs) {
    return runs.stream().filter(run -> run.task().status() == TaskStatus.FAILED).toList();
  }

  private void firstFailure(List<TaskRun> runs, List<String> lines) {
    for (TaskRun first : failed(runs).stream().limit(1).toList()) {
      for (RunSummary.Failed test : RunSummary.of(taskset, List.of(first)).failed()) {
        lines.addAll(new FailureText(style).lines(" ", test, 1));
      }
    }
  }

  private void rate(String name, List<TaskRun> runs, List<String> lines) {
    long decided = runs.stream().filter(run -> run.task().status().isFinal()).count();
    List<TaskRun> failed = failed(runs);
    String text;
    if (decided == 0) {
      text = "not run";
    } else if (failed.isEmpty()) {
      text = Phrases.count(decided, "run") + ", none failed; " + Phrases.time(time(runs));
    } else {
      text =
          Phrases.number(failed.size())
              + " of "
              + Phrases.number(decided)
              + " failed ("
              + percent(failed.size(), decided)
              + "), first in run "
              + Phrases.number(Repetition.parse(failed.get(0).task().specFile()).number())
              + "; "
              + Phrases.time(time(runs));
    }
    String line = PlainText.line(name) + ": " + text;
    if (decided == 0) {
      lines.add(style.yellow(line));
    } else {
      lines.add(failed.isEmpty() ? style.green(line) : style.red(line));
    }
  }

  /** One failure of thousands is not 0 %. */
  private static String percent(long part, long all) {
    double percent = 100.0 * part / all;
    String text = String.format(Locale.ROOT, percent < 1 ? "%.1f" : "%.0f", percent);
    return (text.equals("0.0") ? "below 0.1" : text) + " %";
  }

  /** From the beginning of the first run to the end of the last one. */
  private static Duration time(List<TaskRun> runs) {
    List<Trial> trials = runs.stream().flatMap(run -> run.counted().stream()).toList();
    Instant from =
        trials.stream()
            .map(Trial::startedAt)
            .filter(Objects::nonNull)
            .min(Instant::compareTo)
            .orElse(Instant.EPOCH);
    Instant to =
        trials.stream()
            .map(Trial::finishedAt)
            .filter(Objects::nonNull)
            .max(Instant::compareTo)
            .orElse(from);
    return Duration.between(from, to.isBefore(from) ? from : to);
  }
}
