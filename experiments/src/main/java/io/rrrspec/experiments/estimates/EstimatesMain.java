package io.rrrspec.experiments.estimates;

import io.rrrspec.experiments.ScriptOptions;
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
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(args, List.of("--seed", "--seeds", "--runs"), List.of());
    long seed = options.number("--seed", 1, 0);
    int seeds = options.count("--seeds", 20, 1);
    int runs = options.count("--runs", 60, 1);
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
}
