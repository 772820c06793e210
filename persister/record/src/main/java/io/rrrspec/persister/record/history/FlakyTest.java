package io.rrrspec.persister.record.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test that failed and passed on the same sources.
 *
 * @param tasksetClass the name under which its runs are kept
 * @param specFile its task
 * @param className its class as reports name it
 * @param name its name as reports have it
 * @param flakyRuns in how many of the runs looked at it failed although it passes on their sources
 * @param runs in how many of them its class ran to the end; at least flakyRuns
 * @param firstSeen when it failed so for the first time, ever
 * @param lastSeen when it failed so for the last time
 * @param runKeys the runs in which it failed so, newest first; a hundred at most
 * @param failed how it failed the last time
 * @param passed how it passed there, or null if that run is not kept any more
 */
public record FlakyTest(
    String tasksetClass,
    String specFile,
    String className,
    String name,
    int flakyRuns,
    int runs,
    Instant firstSeen,
    Instant lastSeen,
    List<String> runKeys,
    @Nullable Sample failed,
    @Nullable Sample passed) {
  public FlakyTest {
    runKeys = List.copyOf(runKeys);
  }

  /** In which part of the runs it failed so; above 0, at most 1. */
  public double rate() {
    return (double) flakyRuns / Math.max(runs, flakyRuns);
  }

  /**
   * One trial of the test.
   *
   * @param run the key of its run
   * @param slave the key of the slave
   * @param message the failure's message, or null
   * @param trace its stack trace, or null
   * @param stdout the end of what the class wrote to standard output
   * @param stderr the same for standard error
   */
  public record Sample(
      String run,
      String slave,
      @Nullable String message,
      @Nullable String trace,
      String stdout,
      String stderr) {}
}
