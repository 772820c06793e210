package io.rrrspec.experiments.estimates;

import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** {@code scripts/estimates-study}. */
public final class EstimatesMain {
  private static final String HELP =
      """
      Usage: scripts/estimates-study [--seed S] [--seeds N] [--runs N]
      Replays histories of run times, run by run, and compares what statistics make of them. Prints
      the tables of docs/estimates.md; takes some minutes.

        --seed S    the first seed (default 1)
        --seeds N   how many histories of each kind, of 50, 200, 500 and 2,000 classes in turn
                    (default 20)
        --runs N    how many runs in each (default 60)

      The same options give the same figures. Exit code: 0, or 2 for wrong options.
      """;
  private static final int[] SIZES = {50, 200, 500, 2_000};

  private final Tables tables = new Tables(System.out);
  private final long seed;
  private final int seeds;
  private final int runs;

  private EstimatesMain(long seed, int seeds, int runs) {
    this.seed = seed;
    this.seeds = seeds;
    this.runs = runs;
  }

  public static void main(String[] args) throws Exception {
    List<String> options = List.of(args);
    if (options.contains("--help") || options.contains("-h")) {
      System.out.print(HELP);
      return;
    }
    long seed = option(options, "--seed", 1);
    int seeds = (int) option(options, "--seeds", 20);
    int runs = (int) option(options, "--runs", 60);
    EstimatesMain study = new EstimatesMain(seed, seeds, runs);
    study.statistics();
    study.guesses();
  }

  private void statistics() throws IOException {
    List<String> names = Statistics.all().stream().map(Statistic::name).toList();
    for (Weather weather : Weather.all()) {
      tables.print(weather.kind(), names, bySeed(each -> candidates(generated(weather, each))));
    }
    for (String name : List.of("commons-lang3", "own-modules")) {
      Recorded recorded = Recorded.read(name);
      History asItWas = recorded.asItWas();
      tables.print(asItWas.kind(), names, List.of(candidates(asItWas)));
      tables.print(
          recorded.name() + ", runs drawn by lot",
          names,
          bySeed(each -> candidates(recorded.drawn(runs, each))));
    }
    tables.printSummary();
  }

  private void guesses() {
    List<String> names = List.copyOf(Guesses.all().keySet());
    for (Weather weather : List.of(Weather.CHURN, Weather.MIXED)) {
      tables.print(
          "Where unknown classes go: " + weather.kind(),
          names,
          bySeed(
              each -> {
                History history = generated(weather, each);
                return Guesses.all().values().stream()
                    .map(order -> Replay.of(history, Statistics.CHOSEN, order))
                    .toList();
              }));
    }
  }

  private List<List<Figures>> bySeed(LongFunction<List<Figures>> one) {
    return LongStream.range(seed, seed + seeds).parallel().mapToObj(one).toList();
  }

  private History generated(Weather weather, long each) {
    int classes = SIZES[(int) Math.floorMod(each, (long) SIZES.length)];
    return Suite.live(weather, classes, runs, each);
  }

  private static List<Figures> candidates(History history) {
    return Statistics.all().stream()
        .map(statistic -> Replay.of(history, statistic, Replay.Order.LONGEST_FIRST))
        .toList();
  }

  private static long option(List<String> options, String name, long fallback) {
    int at = options.indexOf(name);
    if (at < 0) {
      return fallback;
    }
    try {
      return Long.parseLong(options.get(at + 1));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      System.err.println(name + " needs a number; see --help");
      System.exit(2);
      throw e;
    }
  }
}
