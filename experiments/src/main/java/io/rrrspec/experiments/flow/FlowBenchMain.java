package io.rrrspec.experiments.flow;

import io.rrrspec.experiments.ScriptOptions;
import io.rrrspec.experiments.bench.BenchRedis;
import io.rrrspec.experiments.bench.Machine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code scripts/flow-bench}: what flows cost, on a Redis of its own. */
public final class FlowBenchMain {
  private static final String HELP =
      """
      Usage: scripts/flow-bench [--children N] [--group N] [--tasks N] [--rounds N]
      Measures flows whose tasks do nothing, on a redis-server of its own, and prints tables in Markdown:
      the memory of Redis and the heap while an iterator makes children that are forgotten at once, at a
      quarter of them and at the end; the time of a group, and of one of a fifth of its size, with the
      longest call of each script; and tasks per second beside the npm package idoit, in turn on the same
      Redis (left out if npm cannot install it).

        --children N   children of the iterator. Default: 200000; 0 leaves this part out
        --group N      members of the larger group. Default: 100000; 0 leaves this part out
        --tasks N      tasks of the comparison; idoit, which is slower, gets a twenty-fifth of them.
                         Default: 5000; 0 leaves this part out
        --rounds N     how often each. Default: 3
        --help         print this

      Ends with 0; 1 if a flow did not end; 2 on wrong use.
      """;

  private final PrintStream out;
  private final int rounds;

  private FlowBenchMain(PrintStream out, int rounds) {
    this.out = out;
    this.rounds = rounds;
  }

  /** Prints the tables. */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    run(args, System.out);
    // Threads of engines that were ended do not hold the process.
    System.exit(0);
  }

  static void run(String[] args, PrintStream out) throws Exception {
    ScriptOptions options =
        ScriptOptions.of(args, List.of("--children", "--group", "--tasks", "--rounds"), List.of());
    int children = options.count("--children", 200_000, 0);
    int group = options.count("--group", 100_000, 0);
    int tasks = options.count("--tasks", 5_000, 0);
    FlowBenchMain bench = new FlowBenchMain(out, options.count("--rounds", 3, 1));
    try (BenchRedis redis = BenchRedis.start()) {
      out.println("Machine: " + Machine.facts(redis) + ".");
      if (tasks > 0) {
        bench.race(redis, tasks);
      }
      if (group > 0) {
        bench.groups(redis, group);
      }
      if (children > 0) {
        bench.memory(redis, children);
      }
    }
    out.printf(
        "%nTo repeat: scripts/flow-bench --children %d --group %d --tasks %d --rounds %d%n",
        children, group, tasks, bench.rounds);
  }

  private void race(BenchRedis redis, int tasks) throws Exception {
    Optional<NodeProgram> node = NodeProgram.install();
    Race race = new Race(redis);
    race.java(Race.iterator(tasks), tasks);
    List<Double> javaIterator = new ArrayList<>();
    List<Double> javaGroup = new ArrayList<>();
    List<Double> nodeIterator = new ArrayList<>();
    List<Double> nodeGroup = new ArrayList<>();
    int few = Math.max(1, tasks / 25);
    for (int round = 0; round < rounds; round++) {
      javaIterator.add(race.java(Race.iterator(tasks), tasks));
      javaGroup.add(race.java(Race.group(tasks), tasks));
      if (node.isPresent()) {
        nodeIterator.add(race.node(node.get(), Race.nodeIterator(few), few));
        nodeGroup.add(race.node(node.get(), Race.nodeGroup(few), few));
      }
    }
    out.println();
    if (node.isEmpty()) {
      out.println("idoit is left out: npm is not here, or cannot install it.");
    }
    out.println("| tasks per second | rrrspec-java | idoit | ratio |\n|---|---|---|---|");
    String counts = "%,d (idoit: %,d)".formatted(tasks, few);
    compare("an iterator with children: " + counts, javaIterator, nodeIterator);
    compare("a group of " + counts, javaGroup, nodeGroup);
  }

  private void compare(String what, List<Double> ours, List<Double> theirs) {
    out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %s |%n",
        what,
        spread(ours, "%,.0f"),
        theirs.isEmpty() ? "–" : spread(theirs, "%,.0f"),
        theirs.isEmpty() ? "–" : "%.1f".formatted(median(ours) / median(theirs)));
  }

  private void groups(BenchRedis redis, int members) throws InterruptedException {
    int fifth = Math.max(1, members / 5);
    // The first one warms up.
    GroupRun.run(redis, fifth);
    List<GroupRun.Sample> small = new ArrayList<>();
    List<GroupRun.Sample> large = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      small.add(GroupRun.run(redis, fifth));
      large.add(GroupRun.run(redis, members));
    }
    out.println();
    out.println(
        "| group | start, s | start to end, s | processor of Redis, s | tasks per second |");
    out.println("|---|---|---|---|---|");
    group(fifth, small);
    group(members, large);
    out.printf(Locale.ROOT, "| ratio | | %.2f | | |%n", all(large) / all(small));
    out.println();
    out.printf(Locale.ROOT, "| longest call | in a group of %,d, ms |%n|---|---|%n", members);
    Map<String, List<Double>> longest = new TreeMap<>();
    for (GroupRun.Sample sample : large) {
      sample
          .longest()
          .forEach((name, ms) -> longest.computeIfAbsent(name, n -> new ArrayList<>()).add(ms));
    }
    longest.forEach((name, list) -> out.printf("| %s | %s |%n", name, spread(list, "%.0f")));
  }

  private void group(int members, List<GroupRun.Sample> samples) {
    out.printf(
        Locale.ROOT,
        "| %,d | %s | %s | %s | %,.0f |%n",
        members,
        spread(samples.stream().map(GroupRun.Sample::start).toList(), "%.2f"),
        spread(samples.stream().map(GroupRun.Sample::all).toList(), "%.2f"),
        spread(samples.stream().map(GroupRun.Sample::redis).toList(), "%.2f"),
        members / all(samples));
  }

  private static double all(List<GroupRun.Sample> samples) {
    return median(samples.stream().map(GroupRun.Sample::all).toList());
  }

  private void memory(BenchRedis redis, int children) throws Exception {
    List<List<MemoryRun.Sample>> runs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      runs.add(new MemoryRun(redis, children).run());
    }
    out.println();
    out.println(
        "| children done | Redis, kB | heap, kB | not yet forgotten | children per second |");
    out.println("|---|---|---|---|---|");
    for (int i = 0; i < 2; i++) {
      int which = i;
      List<MemoryRun.Sample> list = runs.stream().map(run -> run.get(which)).toList();
      out.printf(
          Locale.ROOT,
          "| %,d | %s | %s | %s | %s |%n",
          list.get(0).done(),
          spread(list.stream().map(s -> s.redisBytes() / 1e3).toList(), "%,.0f"),
          spread(list.stream().map(s -> s.heapBytes() / 1e3).toList(), "%,.0f"),
          spread(list.stream().map(s -> (double) s.behind()).toList(), "%,.0f"),
          spread(list.stream().map(s -> s.done() / s.seconds()).toList(), "%,.0f"));
    }
    out.printf(
        Locale.ROOT,
        "| ratio | %s | %s | | |%n",
        spread(
            runs.stream().map(r -> (double) r.get(1).redisBytes() / r.get(0).redisBytes()).toList(),
            "%.3f"),
        spread(
            runs.stream().map(r -> (double) r.get(1).heapBytes() / r.get(0).heapBytes()).toList(),
            "%.3f"));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The median, and the least and the most. */
  private static String spread(List<Double> values, String format) {
    return String.format(Locale.ROOT, format, median(values))
        + " ("
        + String.format(Locale.ROOT, format, Collections.min(values))
        + "–"
        + String.format(Locale.ROOT, format, Collections.max(values))
        + ")";
  }
}
