package io.rrrspec.client.record;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.TestId;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTests;
import java.util.List;
import java.util.Locale;

/** Lists flaky tests. */
public final class FlakyList {
  private static final int MESSAGE = 80;

  private final Console console;

  public FlakyList(Console console) {
    this.console = console;
  }

  /** Does it; an empty list is a success, too. */
  public ExitCode show(Settings settings, RecordQuery query) {
    List<FlakyTest> tests;
    try (Database database = RecordDatabase.open(settings, query.local())) {
      tests = new FlakyTests(database).find(query.tasksetClass(), query.window(), query.limit());
    }
    if (query.json()) {
      console.answer(FlakyJson.write(tests));
    } else if (tests.isEmpty()) {
      console.say("no test has failed and passed on the same sources");
    } else {
      console.answer(table(tests).render(console.outTerminal().style()));
    }
    return ExitCode.SUCCEEDED;
  }

  private static Columns table(List<FlakyTest> tests) {
    Columns table = Columns.of("RATE", "RUNS", "FIRST", "LAST", "TEST", "MESSAGE");
    for (FlakyTest test : tests) {
      FlakyTest.Sample failed = test.failed();
      String message = failed == null || failed.message() == null ? "" : failed.message();
      String line = message.lines().findFirst().orElse("");
      table.row(
          String.format(Locale.ROOT, "%.1f%%", 100 * test.rate()),
          test.flakyRuns() + "/" + test.runs(),
          Times.day(test.firstSeen()),
          Times.day(test.lastSeen()),
          TestId.parse(test.specFile()).named(test.className()) + "#" + test.name(),
          line.length() > MESSAGE ? line.substring(0, MESSAGE) + "…" : line);
    }
    return table;
  }
}
