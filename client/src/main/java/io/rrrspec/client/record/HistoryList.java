package io.rrrspec.client.record;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassRecord;
import io.rrrspec.persister.record.history.ClassRecords;
import io.rrrspec.persister.record.history.ClassRun;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.history.SpecHistory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows how test classes fared in past runs. */
public final class HistoryList {
  private static final int NAMES = 3;

  /** Which classes are listed, and in which order. */
  public enum Order {
    /** The longest mean first. */
    SLOWEST(ClassRecords.Order.SLOWEST, "no class passed in these runs"),
    /** The most frequent failures first. */
    MOST_FAILING(ClassRecords.Order.MOST_FAILING, "no class failed in these runs"),
    /** The newest change between good and failed first. */
    CHANGED(ClassRecords.Order.CHANGED, "no class changed between good and failed in these runs");

    private final ClassRecords.Order sorted;
    private final String none;

    /**
     * Says how.
     *
     * @param none what is said if there is none to list
     */
    Order(ClassRecords.Order sorted, String none) {
      this.sorted = sorted;
      this.none = none;
    }
  }

  private final Console console;

  public HistoryList(Console console) {
    this.console = console;
  }

  /** One class, run by run. */
  public ExitCode ofClass(Settings settings, String className, RecordQuery query) {
    List<SpecHistory> found;
    try (Database database = RecordDatabase.open(settings, query.local())) {
      found =
          new SpecHistories(database)
              .find(query.tasksetClass(), className, query.window(), query.limit());
    }
    if (query.json()) {
      console.answer(HistoryJson.ofClasses(found));
    } else {
      Style style = console.outTerminal().style();
      console.answer(found.stream().map(one -> text(one, style)).collect(Collectors.joining("\n")));
    }
    return ExitCode.SUCCEEDED;
  }

  /** Many classes, the first ones in an order. */
  public ExitCode ofAll(Settings settings, Order order, RecordQuery query) {
    List<ClassRecord> found;
    try (Database database = RecordDatabase.open(settings, query.local())) {
      found =
          new ClassRecords(database)
              .find(query.tasksetClass(), query.window(), order.sorted, query.limit());
    }
    if (query.json()) {
      console.answer(HistoryJson.ofAll(found));
    } else if (found.isEmpty()) {
      console.say(order.none);
    } else {
      console.answer(table(found).render(console.outTerminal().style()));
    }
    return ExitCode.SUCCEEDED;
  }

  private static Columns table(List<ClassRecord> classes) {
    Columns table =
        Columns.of("MEAN", "FAILED", "LAST", "CHANGED", "IN RUN", "TASKSET_CLASS", "CLASS");
    for (ClassRecord one : classes) {
      String run = one.changedRun();
      table.row(
          seconds(one.mean()),
          share(one.failed(), one.runs()),
          one.last().text(),
          Times.minute(one.changedAt()),
          run == null ? "" : Keys.lastPart(run),
          one.tasksetClass(),
          one.specFile());
    }
    return table;
  }

  private static String text(SpecHistory history, Style style) {
    Columns runs =
        Columns.of("RUN", "ENDED", "STATUS", "TOOK", "ESTIMATE", "TRIALS", "WORKER", "FAILING");
    history.newest().forEach(run -> row(runs, run));
    StringBuilder text =
        new StringBuilder(
            Columns.of(
                    history.specFile()
                        + " ("
                        + history.tasksetClass()
                        + "): failed in "
                        + share(history.failed(), history.runs())
                        + " "
                        + (history.runs() == 1 ? "run" : "runs"))
                .render(style));
    text.append('\n').append(runs.render(style));
    if (!history.changes().isEmpty()) {
      Columns changes = Columns.of("CHANGED", "TO", "IN RUN");
      history
          .changes()
          .forEach(c -> changes.row(Times.minute(c.at()), c.to().text(), Keys.lastPart(c.run())));
      text.append('\n').append(changes.render(style));
    }
    if (!history.slowest().isEmpty()) {
      Columns slowest = Columns.of("MEDIAN", "TEST");
      history
          .slowest()
          .forEach(
              test -> slowest.row(seconds(test.median()), test.className() + "#" + test.name()));
      text.append('\n').append(slowest.render(style));
    }
    return text.toString();
  }

  private static void row(Columns table, ClassRun run) {
    String verdicts =
        run.trials().stream()
            .map(trial -> trial.verdict() == null ? "open" : trial.verdict().text())
            .collect(Collectors.joining(","));
    String workers =
        run.trials().stream()
            .map(trial -> worker(trial.slave()))
            .distinct()
            .collect(Collectors.joining(","));
    List<String> failing = run.failing();
    String names = String.join(", ", failing.subList(0, Math.min(NAMES, failing.size())));
    table.row(
        Keys.lastPart(run.run()),
        Times.minute(run.finishedAt()),
        run.status().isFinal() ? run.status().text() : "undecided",
        seconds(run.duration()),
        seconds(run.estimate()),
        verdicts,
        workers,
        failing.size() > NAMES ? names + " and " + (failing.size() - NAMES) + " more" : names);
  }

  /** The name of the worker in a slave's key. */
  static String worker(String slave) {
    return Keys.isSlave(slave) ? Keys.lastPart(Keys.workerOf(slave)) : slave;
  }

  private static String share(int part, int all) {
    return String.format(
        Locale.ROOT, "%d/%d (%.1f%%)", part, all, all == 0 ? 0.0 : 100.0 * part / all);
  }

  private static String seconds(@Nullable Duration time) {
    return time == null ? "" : Phrases.time(time);
  }
}
