package io.rrrspec.experiments.bench;

import io.rrrspec.experiments.ScriptOptions;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code scripts/viewer-bench --pages}: what it costs a run that many people watch it. */
public final class OpenPagesMain {
  private static final double LIMIT_PERCENT = 2;

  private OpenPagesMain() {}

  public static void main(String[] args) throws Exception {
    ScriptOptions options =
        ScriptOptions.of(args, List.of("--pages", "--repeats"), List.of("--busy"));
    int pages = options.count("--pages", 200, 1);
    int repeats = options.count("--repeats", 5, 1);
    boolean right;
    try (BenchRedis redis = BenchRedis.start()) {
      System.out.println(Machine.facts(redis));
      OpenPages bench = new OpenPages(redis, pages, options.has("--busy"));
      bench.measure(repeats);
      double without = median(bench.without());
      double with = median(bench.with());
      double percent = 100 * (with - without) / without;
      System.out.printf(
          Locale.ROOT,
          "%n| | seconds | median |%n|---|---|---|%n| nobody watches | %s | %.2f |%n"
              + "| %d pages open | %s | %.2f |%n%ndifference of the medians: %+.1f %% (%s)%n"
              + "processor time in a run, s: viewer %s; readers %s%n"
              + "viewer's heap after a collection, MB: %s%n",
          list(bench.without()),
          without,
          pages,
          list(bench.with()),
          with,
          percent,
          percent <= LIMIT_PERCENT ? "kept" : "missed",
          list(bench.viewerSeconds()),
          list(bench.readersSeconds()),
          bench.heaps());
      bench.complaints().forEach(System.out::println);
      right = bench.complaints().isEmpty();
      System.out.println(right ? "every reader was told and found the right page" : "");
      right &= percent <= LIMIT_PERCENT;
    }
    System.exit(right ? 0 : 1);
  }

  private static double median(List<Double> seconds) {
    return Figure.known("a run", "s", seconds).median();
  }

  private static String list(List<Double> seconds) {
    return seconds.stream()
        .map(s -> String.format(Locale.ROOT, "%.2f", s))
        .collect(Collectors.joining(", "));
  }
}
