package io.rrrspec.experiments.launch;

import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The figures of a study as Markdown. */
final class Tables {
  private final PrintStream out;

  Tables(PrintStream out) {
    this.out = out;
  }

  /** The chosen rule by kind, and by start cost. */
  void printChosen(List<Case> cases) {
    out.println(
        "| | cases | best above the bound, %: median | max "
            + "| chosen above the best, %: median | max | estimates ± 30 %: median | max |");
    out.println("|---|---|---|---|---|---|---|---|");
    for (List<Case> group : groups(cases, each -> each.kind().title())) {
      chosen(group.get(0).kind().title(), group);
    }
    for (List<Case> group : groups(cases, Case::startCost)) {
      chosen(String.format(Locale.ROOT, "start cost %.1f s", seconds(group)), group);
    }
    chosen("**all**", cases);
  }

  private static double seconds(List<Case> group) {
    return group.get(0).startCost() / 1e3;
  }

  private void chosen(String title, List<Case> cases) {
    out.printf(
        Locale.ROOT,
        "| %s | %d | %s | %s | %s |%n",
        title,
        cases.size(),
        medianAndMax(cases, Case::bestAboveBound),
        medianAndMax(cases, each -> each.excess("chosen")),
        medianAndMax(cases, Case::noisyExcess));
  }

  /** All rules side by side, in per cent above the best order. */
  void printRules(List<Case> cases) {
    List<String> names = List.copyOf(cases.get(0).exact().keySet());
    out.println("| | " + String.join(": median | max | ", names) + ": median | max |");
    out.println("|---|" + "---|---|".repeat(names.size()));
    for (List<Case> group : groups(cases, each -> each.kind().title())) {
      rules(group.get(0).kind().title(), names, group);
    }
    rules("**all**", names, cases);
  }

  private void rules(String title, List<String> names, List<Case> cases) {
    String figures =
        names.stream()
            .map(name -> medianAndMax(cases, each -> each.excess(name)))
            .collect(Collectors.joining(" | "));
    out.printf("| %s | %s |%n", title, figures);
  }

  /** What {@code --module-order build} costs, by kind and by number of slaves. */
  void printModuleOrder(List<Case> cases) {
    out.println(
        "| | cases | fastest above the best, %: median | max | build above the best, %: median | max |");
    out.println("|---|---|---|---|---|---|");
    for (List<Case> group : groups(cases, each -> each.kind().title())) {
      moduleOrder(group.get(0).kind().title(), group);
    }
    for (List<Case> group : groups(cases, Case::startCost)) {
      moduleOrder(String.format(Locale.ROOT, "start cost %.1f s", seconds(group)), group);
    }
    for (List<Case> group : groups(cases, Case::slaves)) {
      int slaves = group.get(0).slaves();
      moduleOrder(slaves + (slaves == 1 ? " slave" : " slaves"), group);
    }
    moduleOrder("**all**", cases);
  }

  private void moduleOrder(String title, List<Case> cases) {
    out.printf(
        Locale.ROOT,
        "| %s | %d | %s | %s |%n",
        title,
        cases.size(),
        medianAndMax(cases, each -> each.excess("chosen")),
        medianAndMax(cases, Case::buildExcess));
  }

  private static String medianAndMax(List<Case> cases, ToDoubleFunction<Case> figure) {
    double[] sorted = cases.stream().mapToDouble(figure).sorted().toArray();
    return String.format(
        Locale.ROOT, "%.1f | %.1f", sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }

  private static <T> Collection<List<Case>> groups(List<Case> cases, Function<Case, T> by) {
    return cases.stream()
        .collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()))
        .values();
  }
}
