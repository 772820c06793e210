package io.rrrspec.experiments.simulation;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what many simulations brought. */
final class Summary {
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private final Map<Fault, List<Long>> recoveries = new EnumMap<>(Fault.class);
  private int runs;
  private long steps;
  private long simulatedMillis;
  private int tasks;
  private int lost;
  private int twice;
  private int hung;
  private int other;
  private int possible;
  private int placed;
  private long scarce;
  private int slavesMore;
  private long longestOrphaned;
  private long longestWithOthers;

  void add(Simulation.Result result) {
    runs++;
    steps += result.steps();
    simulatedMillis += result.world().agenda().elapsed();
    result.world().weather().counts().forEach((f, n) -> faults.merge(f, n, Integer::sum));
    result
        .world()
        .recoveries()
        .done()
        .forEach((f, t) -> recoveries.computeIfAbsent(f, x -> new ArrayList<>()).addAll(t));
    long longest = result.hands().longest();
    if (result.foreign()) {
      longestWithOthers = Math.max(longestWithOthers, longest);
    } else {
      longestOrphaned = Math.max(longestOrphaned, longest);
    }
    result.world().seen().tasksets().forEach(taskset -> tasks += taskset.tasks().size());
    possible += result.world().placements().possible();
    placed += result.world().placements().placed();
    scarce += result.scarcity().used();
    slavesMore += result.world().slavesMore();
    Violation violation = result.violation();
    if (violation != null) {
      count(String.valueOf(violation.getMessage()));
    }
  }

  private void count(String message) {
    if (message.contains("the end is not reached") || message.contains("a task is orphaned")) {
      hung++;
    } else if (message.contains("once")
        || message.contains("one ")
        || message.contains("count")
        || message.contains("final")) {
      twice++;
    } else if (message.contains("every") || message.contains("SQL does not hold")) {
      lost++;
    } else {
      other++;
    }
  }

  int runs() {
    return runs;
  }

  int tasks() {
    return tasks;
  }

  int failures() {
    return lost + twice + hung + other;
  }

  int faults() {
    return faults.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The assignments that an idle holder of the workspace could get. */
  int possible() {
    return possible;
  }

  /** Those of them that an idle holder got. */
  int placed() {
    return placed;
  }

  /** How often, in all changes, a resource was used up. */
  long scarce() {
    return scarce;
  }

  /** How many slaves workers started beyond their usual number. */
  int slavesMore() {
    return slavesMore;
  }

  void print(PrintStream out, double seconds) {
    out.printf(
        Locale.ROOT,
        "%,d runs with %,d tasks, %,d steps, %,.1f simulated hours, %,d faults of %d kinds%n",
        runs,
        tasks,
        steps,
        simulatedMillis / 3_600_000.0,
        faults(),
        faults.size());
    out.printf(
        Locale.ROOT,
        "lost %d, double %d, hung %d, other %d; %.0f s, %.1f runs/s%n"
            + "longest orphaned: %.1f s, with foreign slaves %.1f s%n%n",
        lost,
        twice,
        hung,
        other,
        seconds,
        runs / seconds,
        longestOrphaned / 1000.0,
        longestWithOthers / 1000.0);
    out.printf(
        Locale.ROOT,
        "an idle worker had announced the workspace for %,d assignments, and got %,d (%.1f %%)%n%n",
        possible,
        placed,
        possible == 0 ? 100.0 : 100.0 * placed / possible);
    out.printf(
        Locale.ROOT, "workers that choose their number started %,d slaves more%n%n", slavesMore);
    out.printf("%-30s %9s %10s %10s %10s%n", "fault", "times", "recoveries", "median", "slowest");
    faults.forEach((fault, times) -> line(out, fault, times, recoveries.get(fault)));
  }

  private static void line(
      PrintStream out, Fault fault, int times, @Nullable List<Long> recovered) {
    out.printf(Locale.ROOT, "%-30s %,9d", fault.text(), times);
    if (recovered != null) {
      Collections.sort(recovered);
      out.printf(
          Locale.ROOT,
          " %,10d %8.1f s %8.1f s",
          recovered.size(),
          recovered.get(recovered.size() / 2) / 1000.0,
          recovered.get(recovered.size() - 1) / 1000.0);
    }
    out.println();
  }
}
