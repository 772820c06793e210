package io.rrrspec.experiments.split;

import io.rrrspec.experiments.split.ClassOutcome.Cause;
import io.rrrspec.experiments.split.ClassOutcome.Kind;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Prints outcomes as Markdown. */
final class Report {
  private final PrintStream out;
  private final List<String> rows = new ArrayList<>();
  private final List<ClassOutcome> all = new ArrayList<>();

  Report(PrintStream out) {
    this.out = out;
  }

  /** Prints what was found in a suite, and keeps its row for the table. */
  void add(String suite, List<ClassOutcome> outcomes) {
    all.addAll(outcomes);
    rows.add(row(suite, outcomes));
    out.printf("%n### %s%n%n", suite);
    printTable(List.of(row(suite, outcomes)));
    for (ClassOutcome outcome : outcomes) {
      if (outcome.kind().differs() || outcome.kind() == Kind.RED) {
        print(outcome);
      }
    }
    out.flush();
  }

  private void print(ClassOutcome outcome) {
    out.printf(
        "%n* %s: %s%s%s%n",
        outcome.task(),
        outcome.kind().text(),
        outcome.reason().isEmpty() ? "" : ", " + outcome.reason(),
        outcome.cause() == Cause.UNKNOWN ? "" : "; " + outcome.cause().text());
    outcome.differences().forEach(difference -> out.println("  * " + difference));
  }

  /** Prints the table of all suites and the reasons. */
  void printAll() {
    out.printf("%n### All suites%n%n");
    List<String> table = new ArrayList<>(rows);
    table.add(row("all", all));
    printTable(table);
    long divided = divided(all);
    printReasons("refused because of", Kind.REFUSED, divided);
    printReasons("void because", Kind.VOID, divided);
    out.flush();
  }

  private void printTable(List<String> table) {
    out.println(
        "| suite | classes | with two methods or more, green | equal | refused | void | other tests"
            + " | no end | of the last three: its tests depend on one another | parts beside each"
            + " other | flaky | failed whole |");
    out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
    table.forEach(out::println);
  }

  private static String row(String name, List<ClassOutcome> outcomes) {
    List<Long> figures =
        List.of(
            (long) outcomes.size(),
            divided(outcomes),
            count(outcomes, Kind.EQUAL),
            count(outcomes, Kind.REFUSED),
            count(outcomes, Kind.VOID),
            count(outcomes, Kind.OTHER),
            count(outcomes, Kind.ENDLESS),
            count(outcomes, Cause.DEPENDENT),
            count(outcomes, Cause.BESIDE),
            count(outcomes, Cause.FLAKY),
            count(outcomes, Kind.RED));
    StringBuilder row = new StringBuilder("| " + name + " |");
    figures.forEach(figure -> row.append(String.format(Locale.ROOT, " %,d |", figure)));
    return row.toString();
  }

  private void printReasons(String title, Kind kind, long divided) {
    Map<String, Long> reasons = new TreeMap<>();
    for (ClassOutcome outcome : all) {
      if (outcome.kind() == kind) {
        reasons.merge(outcome.generalReason(), 1L, Long::sum);
      }
    }
    out.printf("%n| %s | classes | share |%n|---|---|---|%n", title);
    reasons.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(reason -> printShare(reason.getKey(), reason.getValue(), divided));
    printShare("all", reasons.values().stream().mapToLong(Long::longValue).sum(), divided);
  }

  private void printShare(String what, long count, long divided) {
    out.printf(
        Locale.ROOT, "| %s | %,d | %.1f %% |%n", what, count, 100.0 * count / Math.max(1, divided));
  }

  private static long divided(List<ClassOutcome> outcomes) {
    return outcomes.size() - count(outcomes, Kind.SMALL) - count(outcomes, Kind.RED);
  }

  private static long count(List<ClassOutcome> outcomes, Kind kind) {
    return outcomes.stream().filter(outcome -> outcome.kind() == kind).count();
  }

  private static long count(List<ClassOutcome> outcomes, Cause cause) {
    return outcomes.stream().filter(outcome -> outcome.cause() == cause).count();
  }

  /**
   * Whether no class was lost: each came to its end, and none was decided by parts that have other
   * tests each time.
   */
  boolean isSound() {
    return all.stream()
        .noneMatch(
            outcome ->
                outcome.kind() == Kind.ENDLESS
                    || (outcome.kind() == Kind.OTHER && outcome.cause() != Cause.FLAKY));
  }
}
