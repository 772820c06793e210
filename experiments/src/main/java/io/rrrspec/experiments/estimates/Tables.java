package io.rrrspec.experiments.estimates;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Figures as Markdown. */
final class Tables {
  private final PrintStream out;
  private final StringBuilder summary = new StringBuilder();

  Tables(PrintStream out) {
    this.out = out;
  }

  /**
   * One history.
   *
   * @param names of the candidates, the first of which the others are compared with
   * @param bySeed for each seed, the figures in the order of the names
   */
  void print(String title, List<String> names, List<List<Figures>> bySeed) {
    out.printf("%n### %s%n%n", title);
    out.println(
        "| | makespan, 2 slaves | 8 | 32 | to the first line | false time-outs | s lost by a hang |");
    out.println("|---|---|---|---|---|---|---|");
    for (int i = 0; i < names.size(); i++) {
      int at = i;
      List<Figures> all = bySeed.stream().map(figures -> figures.get(at)).toList();
      out.printf(
          "| %s | %s | %s | %s | %s | %s | %s |%n",
          names.get(i),
          spread(all, each -> each.relativeMakespan(0)).text("%.3f"),
          spread(all, each -> each.relativeMakespan(1)).text("%.3f"),
          spread(all, each -> each.relativeMakespan(2)).text("%.3f"),
          Spread.of(toFirst(bySeed, at)).text("%.3f"),
          spread(all, Figures::falseTimeouts).text("%.1f"),
          spread(all, Figures::secondsLostByHang).text("%.0f"));
    }
    out.flush();
    summarize(title, bySeed, names.size() - 1);
  }

  /** The last candidate beside the first one, history by history. */
  void printSummary() {
    out.printf("%n### Summary%n%n");
    out.println(
        "| history | makespan, chosen to mean | worst seed | false time-outs: mean | chosen |");
    out.println("|---|---|---|---|---|");
    out.print(summary);
  }

  private void summarize(String title, List<List<Figures>> bySeed, int chosen) {
    List<Double> ratios = toFirst(bySeed, chosen);
    summary.append(
        String.format(
            Locale.ROOT,
            "| %s | %.4f | %.4f | %.1f | %.1f |%n",
            title,
            Spread.of(ratios).median(),
            ratios.stream().mapToDouble(each -> each).max().orElse(1),
            pooled(bySeed, 0),
            pooled(bySeed, chosen)));
  }

  private static double pooled(List<List<Figures>> bySeed, int at) {
    return bySeed.stream().mapToDouble(one -> one.get(at).falseTimeouts()).average().orElse(0);
  }

  private static List<Double> toFirst(List<List<Figures>> bySeed, int at) {
    return bySeed.stream()
        .map(one -> one.get(at).relativeMakespan() / one.get(0).relativeMakespan())
        .toList();
  }

  private static Spread spread(List<Figures> figures, ToDoubleFunction<Figures> what) {
    return Spread.of(figures.stream().map(what::applyAsDouble).toList());
  }
}
