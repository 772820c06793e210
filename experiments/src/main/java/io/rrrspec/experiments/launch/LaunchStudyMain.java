package io.rrrspec.experiments.launch;

import io.rrrspec.experiments.ScriptOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** {@code scripts/launch-study}. */
public final class LaunchStudyMain {
  private static final String HELP =
      """
      Usage: scripts/launch-study [--seed S] [--seeds N] [--modules N] [--slaves N] [--steps N]
                                  [--limit P]
      Generates reactors, serves each by the rule by which slaves change launches, and by simpler
      rules, and searches for its best order. Prints the tables of docs/launch-study.md; takes two
      minutes.

        --seed S      the first seed (default 1)
        --seeds N     how many reactors of each kind and size (default 1)
        --modules N   the most modules of a reactor; smaller ones are served, too (default 300)
        --slaves N    the most slaves (default 32)
        --steps N     the budget of a search; there are two for each case (default 600000)
        --limit P     how many per cent the rule may be above the best order (default 5)

      The same options give the same figures. Exit code: 0; 1 if the rule is above the limit in a
      case whose estimates are exact; 2 for wrong options.
      """;
  private static final int[] MODULES = {3, 10, 30, 100, 300};
  private static final int[] SLAVES = {1, 2, 4, 8, 32};

  /** In ms. A class takes about 1 s, in the tiny modules a tenth of that. */
  private static final long[] START_COSTS = {200, 700, 10_000};

  private LaunchStudyMain() {}

  public static void main(String[] args) {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(
            args,
            List.of("--seed", "--seeds", "--modules", "--slaves", "--steps", "--limit"),
            List.of());
    long seed = options.number("--seed", 1, 0);
    int seeds = options.count("--seeds", 1, 1);
    int limit = options.count("--limit", 5, 0);
    int[] modules = upTo(options.count("--modules", 300, 3), MODULES);
    int[] slaves = upTo(options.count("--slaves", 32, 1), SLAVES);
    int steps = options.count("--steps", 600_000, 1);
    List<Case> cases = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      cases.addAll(cases(modules, slaves, steps, seed + i));
    }
    System.exit(print(cases, limit) ? 0 : 1);
  }

  private static int[] upTo(int most, int[] numbers) {
    return IntStream.of(numbers).filter(each -> each <= most).toArray();
  }

  private static List<Case> cases(int[] modules, int[] slaves, int steps, long seed) {
    List<Case> cases = new ArrayList<>();
    for (ReactorKind kind : ReactorKind.values()) {
      for (int m : modules) {
        for (long startCost : START_COSTS) {
          for (int s : slaves) {
            cases.add(Case.of(kind, m, startCost, s, steps, seed));
          }
        }
      }
    }
    return cases;
  }

  /** Whether no case is above the limit. */
  private static boolean print(List<Case> cases, int limit) {
    Tables tables = new Tables(System.out);
    tables.printChosen(cases);
    System.out.println();
    tables.printRules(cases);
    System.out.println();
    tables.printModuleOrder(cases);
    List<Case> above = cases.stream().filter(each -> each.excess("chosen") > limit).toList();
    System.out.printf(
        "%n%d of %d cases are more than %d %% above the best order%n",
        above.size(), cases.size(), limit);
    above.forEach(System.out::println);
    return above.isEmpty();
  }
}
