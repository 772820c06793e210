package io.rrrspec.client.report;

import io.rrrspec.client.report.result.RunSummary;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The command that runs the failures of a run again. Names of a few tests are better than {@code
 * --failed}: they stay right when something else has run meanwhile.
 */
public final class AgainCommand {
  private static final int MOST_NAMES = 5;

  private AgainCommand() {}

  /**
   * Writes it, to be pasted into a shell.
   *
   * @param command what takes patterns, such as {@code rrrspec-java run}
   * @param allFailed what runs the failures if they are many or have no names; empty: nothing does
   * @return empty if there is none
   */
  public static String of(RunSummary summary, String command, String allFailed) {
    List<Optional<String>> patterns =
        summary.failed().stream().map(SingleTest::pattern).distinct().toList();
    if (patterns.isEmpty()
        || patterns.size() > MOST_NAMES
        || patterns.stream().anyMatch(Optional::isEmpty)) {
      return allFailed;
    }
    return patterns.stream()
        .flatMap(Optional::stream)
        .map(SingleTest::quoted)
        .collect(Collectors.joining(" ", command + " ", ""));
  }
}
