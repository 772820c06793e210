package io.rrrspec.client.command;

import io.rrrspec.client.record.RecordQuery;
import io.rrrspec.common.UsageException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which runs of the record are meant, and how the answer is printed. */
final class RecordOptions {
  private static final int RUNS = 100;
  private static final int MOST_RUNS = 100_000;
  private static final int MOST_DAYS = 36_500;
  private static final int MOST_ROWS = 10_000;

  @Option(
      names = "--taskset-class",
      paramLabel = "C",
      description = "Of this taskset_class alone. Default: of all.")
  private @Nullable String tasksetClass;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "Look at the runs of so many days. Default: at the last 100 runs of each.")
  private @Nullable Integer days;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Look at the last N runs of each taskset_class. Default: " + RUNS)
  private @Nullable Integer runs;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "At most so many rows. Default: ${DEFAULT-VALUE}")
  private int limit = 20;

  @Option(names = "--json", description = "As JSON, with more in it. Default: as a table.")
  private boolean json;

  @Option(
      names = "--local",
      description =
          "Of the runs on this machine (`rrrspec-java run`), even if there is a database_url."
              + " Default: of those in database_url, if there is one.")
  private boolean local;

  /** What is asked for; checked. */
  RecordQuery query() {
    if (days != null && runs != null) {
      throw new UsageException("--days and --runs exclude each other: leave one of them out");
    }
    check("--days", days, MOST_DAYS);
    check("--runs", runs, MOST_RUNS);
    check("--limit", limit, MOST_ROWS);
    return new RecordQuery(
        tasksetClass,
        runs == null ? RUNS : runs,
        days == null ? null : Instant.now().minus(Duration.ofDays(days)),
        limit,
        json,
        local);
  }

  private static void check(String option, @Nullable Integer value, int most) {
    if (value != null && (value < 1 || value > most)) {
      throw new UsageException(
          "option " + option + " is '" + value + "': write a whole number, 1 to " + most);
    }
  }
}
