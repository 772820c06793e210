package io.rrrspec.experiments.fleet;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what workers say in the worker logs of a run. */
final class WorkerLogs {
  private static final Pattern SYNCED =
      Pattern.compile("(?m) synced: \\d+ entries, \\d+ of them changed \\((\\d+) kB\\)");
  private static final Pattern SET_UP = Pattern.compile("(?m) set-up begins$");

  private final List<String> logs;

  WorkerLogs(List<String> logs) {
    this.logs = List.copyOf(logs);
  }

  /** Content of the files that were fetched, in kB. */
  long syncedKb() {
    long kb = 0;
    for (String log : logs) {
      Matcher line = SYNCED.matcher(log);
      while (line.find()) {
        kb += Long.parseLong(line.group(1));
      }
    }
    return kb;
  }

  /** How many set-ups began. */
  int setUps() {
    return (int) logs.stream().mapToLong(log -> SET_UP.matcher(log).results().count()).sum();
  }
}
