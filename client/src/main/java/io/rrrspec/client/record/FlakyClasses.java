package io.rrrspec.client.record;

import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.TestId;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Classes with tests that failed and passed on the same sources. */
public final class FlakyClasses {
  private static final int MOST_TESTS = 10_000;

  private FlakyClasses() {}

  /**
   * Those of the last days, sorted; each with its module before it, as a PATTERN.
   *
   * @throws io.rrrspec.common.UsageException if there is no record
   */
  public static List<String> of(Settings settings, String tasksetClass, Duration last) {
    try (Database database = RecordDatabase.open(settings, false)) {
      return new FlakyTests(database)
          .find(tasksetClass, ClassWindow.since(Instant.now().minus(last)), MOST_TESTS).stream()
              .map(FlakyTest::specFile)
              .map(spec -> TestId.parse(spec).withoutExecution())
              .distinct()
              .sorted()
              .toList();
    }
  }
}
