package io.rrrspec.experiments.chaos;

import io.rrrspec.common.redis.Keys;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts why workers were given runs, as the worker logs say it. */
final class PlaceCount {
  private static final Pattern WHY = Pattern.compile("(?m) is given the run: (.+)$");
  private static final String HAS_WORKSPACE = "it has the workspace";
  private static final String HAS_EARLIER = "it has an earlier state of the workspace";

  private final Map<String, Integer> times = new TreeMap<>();
  private int all;

  /** Looks at all worker logs of a taskset. */
  synchronized void look(View view, String taskset) {
    for (String log : view.redis().lrange(Keys.workerLogs(taskset), 0, -1)) {
      String text = view.redis().get(Keys.log(log));
      add(text == null ? "" : text);
    }
  }

  /** One worker log, with all of its lines. */
  synchronized void add(String log) {
    all++;
    Matcher why = WHY.matcher(log);
    if (why.find()) {
      times.merge(why.group(1), 1, Integer::sum);
    }
  }

  /** A sentence for people. */
  synchronized String text() {
    return String.format(
        Locale.ROOT,
        "Of %d workers that were given a run, %d had its workspace, and %d an earlier state of it.",
        all,
        times.getOrDefault(HAS_WORKSPACE, 0),
        times.getOrDefault(HAS_EARLIER, 0));
  }
}
