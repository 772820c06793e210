package io.rrrspec.client.record;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.TestId;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.history.OrderDependentTask;
import io.rrrspec.persister.record.history.OrderDependentTasks;
import java.util.List;
import java.util.Locale;

/** Lists flaky tests, and classes that depend on the order. */
public final class FlakyList {
  private static final int MESSAGE = 80;

  private final Console console;

  public FlakyList(Console console) {
    this.console = console;
  }

  /** Does it; an empty list is a success, too. */
  public ExitCode show(Settings settings, RecordQuery query) {
    List<FlakyTest> tests;
    List<OrderDependentTask> dependent;
    try (Database database = RecordDatabase.open(settings, query.local())) {
      tests = new FlakyTests(database).find(query.tasksetClass(), query.window(), query.limit());
      dependent = new OrderDependentTasks(database).find(query.tasksetClass(), query.limit());
    }
    if (query.json()) {
      console.answer(FlakyJson.write(tests, dependent));
      return ExitCode.SUCCEEDED;
    }
    if (tests.isEmpty()) {
      console.say("no test has failed and passed on the same sources");
    } else {
      console.answer(table(tests).render(console.outTerminal().style()));
    }
    if (!dependent.isEmpty()) {
      console.answer(
          (tests.isEmpty() ? "" : "\n")
              + dependent(dependent).render(console.outTerminal().style()));
    }
    return ExitCode.SUCCEEDED;
  }

  private static Columns dependent(List<OrderDependentTask> tasks) {
    Columns table = Columns.of("RUNS", "SINCE", "LAST", "ORDER-DEPENDENT CLASS", "WHAT WAS SEEN");
    for (OrderDependentTask task : tasks) {
      table.row(
          Integer.toString(task.runs()),
          Times.day(task.firstSeen()),
          Times.day(task.lastSeen()),
          task.specFile(),
          task.dependence().facts() + (task.dependence().confirmed() ? "" : ", not confirmed"));
    }
    return table;
  }

  private static Columns table(List<FlakyTest> tests) {
    Columns table = Columns.of("RATE", "RUNS", "FIRST", "LAST", "PROJECT", "TEST", "MESSAGE");
    for (FlakyTest test : tests) {
      TestId task = TestId.parse(test.specFile());
      FlakyTest.Sample failed = test.failed();
      String message = failed == null || failed.message() == null ? "" : failed.message();
      String line = message.lines().findFirst().orElse("");
      table.row(
          String.format(Locale.ROOT, "%.1f%%", 100 * test.rate()),
          test.flakyRuns() + "/" + test.runs(),
          Times.day(test.firstSeen()),
          Times.day(test.lastSeen()),
          test.tasksetClass(),
          new TestId(task.module(), test.className(), task.execution()) + "#" + test.name(),
          line.length() > MESSAGE ? line.substring(0, MESSAGE) + "…" : line);
    }
    return table;
  }
}
