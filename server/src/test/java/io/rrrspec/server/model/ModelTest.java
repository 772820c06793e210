package io.rrrspec.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order of every step of a small run. A rule that is broken is shown with a shortest path to
 * it. {@code -Drrrspec.model=large} explores larger ones, too, for minutes, {@code huge} one for
 * much longer; they want {@code -Xmx8g}.
 */
class ModelTest {
  static List<Bounds> small() {
    return List.of(
        Bounds.of("no fault").workers(2, 1).tasks(2, 2).withSkips(),
        Bounds.of("two slaves of one worker").workers(1, 2).tasks(1, 2).faults(1, 0, 0),
        Bounds.of("crashes").workers(1, 1).tasks(1, 2).faults(3, 0, 0),
        Bounds.of("crash beside another worker").workers(2, 1).tasks(1, 2).faults(1, 0, 0),
        Bounds.of("six lost trials").workers(1, 1).tasks(1, 1).faults(6, 0, 0),
        Bounds.of("lost answers").workers(2, 1).tasks(2, 2).faults(0, 1, 0),
        Bounds.of("calls that come late").workers(1, 1).tasks(2, 1).faults(0, 3, 0),
        Bounds.of("servers that stop").workers(1, 1).servers(2).tasks(1, 2).faults(1, 0, 1),
        Bounds.of("doubled messages, and a cancel")
            .workers(1, 1)
            .tasks(2, 2)
            .faults(0, 0, 2)
            .cancelled(),
        Bounds.of("copies").workers(2, 1).tasks(1, 2).faults(0, 1, 1).withCopies(),
        Bounds.of("copies and a crash").workers(2, 1).tasks(1, 1).faults(1, 0, 0).withCopies(),
        Bounds.of("fail fast").workers(2, 1).tasks(3, 2).failFast(1),
        Bounds.of("fail fast and a crash").workers(1, 1).tasks(2, 2).faults(1, 0, 0).failFast(1),
        Bounds.of("fail fast, two workers and a crash")
            .workers(2, 1)
            .tasks(2, 1)
            .faults(1, 0, 0)
            .failFast(1),
        Bounds.of("fail fast and servers that stop")
            .workers(1, 1)
            .servers(2)
            .tasks(2, 1)
            .faults(1, 0, 1)
            .failFast(1),
        Bounds.of("looks").tasks(2, 1).looksAgain(),
        Bounds.of("looks, two slaves").workers(1, 2).tasks(2, 1).looksAgain(),
        Bounds.of("looks, two workers").workers(2, 1).tasks(2, 1).looksAgain(),
        Bounds.of("looks and a crash").tasks(2, 1).faults(1, 0, 0).looksAgain(),
        Bounds.of("looks and a lost answer").tasks(2, 1).faults(0, 1, 0).looksAgain(),
        Bounds.of("looks and copies").workers(2, 1).tasks(2, 1).withCopies().looksAgain(),
        Bounds.of("looks after a retry").tasks(2, 2).looksAgain(),
        Bounds.of("looks, and fails").tasks(2, 1).looksFail().budget(1),
        Bounds.of("victim").tasks(3, 1).victim(),
        Bounds.of("victim, two workers").workers(2, 1).tasks(3, 1).victim(),
        Bounds.of("known pair").workers(1, 2).tasks(2, 1).knownPair(true),
        Bounds.of("known pair and a crash").tasks(2, 1).faults(1, 0, 0).knownPair(true),
        Bounds.of("suspected pair").tasks(2, 1).knownPair(false),
        Bounds.of("parts").workers(1, 1).tasks(2, 1).inOddParts(2).withSkips(),
        Bounds.of("parts, two slaves").workers(1, 2).tasks(1, 2).inOddParts(2),
        Bounds.of("parts, two workers").workers(2, 1).tasks(1, 1).inOddParts(2),
        Bounds.of("three parts").workers(1, 2).tasks(1, 1).inParts(3),
        Bounds.of("parts and a crash").workers(1, 1).tasks(1, 1).faults(1, 0, 0).inParts(2),
        Bounds.of("parts, two workers and a crash")
            .workers(2, 1)
            .tasks(1, 1)
            .faults(1, 0, 0)
            .inParts(2),
        Bounds.of("parts and a lost answer").workers(1, 2).tasks(1, 1).faults(0, 1, 0).inParts(2),
        Bounds.of("parts, a doubled message, and a cancel")
            .workers(1, 2)
            .tasks(1, 1)
            .faults(0, 0, 1)
            .inOddParts(2)
            .cancelled(),
        Bounds.of("parts and copies").workers(2, 1).tasks(1, 1).inOddParts(2).withCopies(),
        Bounds.of("parts and fail fast").workers(2, 1).tasks(2, 1).inParts(2).failFast(1),
        Bounds.of("parts, and servers that stop")
            .workers(1, 1)
            .servers(2)
            .tasks(1, 1)
            .faults(1, 0, 1)
            .inParts(2),
        Bounds.of("parts and lost writes").workers(1, 1).tasks(1, 1).inParts(2).losesWrites(10),
        Bounds.of("foreign").foreignSlaves(1).tasks(1, 1).faults(1, 0, 0),
        Bounds.of("dispatch").workers(1, 1).tasks(1, 1).faults(1, 1, 0).dispatched(0),
        Bounds.of("bad set-ups").workers(2, 1).tasks(1, 1).dispatched(2),
        Bounds.of("slow watchdog").workers(1, 1).tasks(1, 1).faults(2, 0, 0).withStaleLooks(),
        Bounds.of("lost writes").workers(1, 1).tasks(2, 1).losesWrites(40),
        Bounds.of("lost writes, two slaves").workers(1, 2).tasks(1, 2).losesWrites(12),
        Bounds.of("lost writes, two workers").workers(2, 1).tasks(1, 1).losesWrites(20),
        Bounds.of("lost writes and a crash")
            .workers(1, 1)
            .tasks(1, 1)
            .faults(1, 0, 0)
            .losesWrites(6));
  }

  static List<Bounds> large() {
    return List.of(
        Bounds.of("lost writes, two workers").workers(2, 1).tasks(2, 1).losesWrites(8),
        Bounds.of("lost writes and two crashes")
            .workers(1, 1)
            .tasks(1, 2)
            .faults(2, 0, 0)
            .losesWrites(8),
        Bounds.of("victim, two slaves and a crash")
            .workers(1, 2)
            .tasks(2, 1)
            .faults(1, 0, 0)
            .victim(),
        Bounds.of("victim, two workers and a crash")
            .workers(2, 1)
            .tasks(2, 1)
            .faults(1, 0, 0)
            .victim(),
        Bounds.of("known pair, two workers and a crash")
            .workers(2, 1)
            .tasks(2, 1)
            .faults(1, 0, 0)
            .knownPair(true),
        Bounds.of("parts, two slaves and lost writes")
            .workers(1, 2)
            .tasks(1, 1)
            .inParts(2)
            .losesWrites(10),
        Bounds.of("six lost parts").workers(1, 1).tasks(1, 1).faults(6, 0, 0).inParts(2),
        Bounds.of("parts, two tasks and a crash")
            .workers(2, 1)
            .tasks(2, 1)
            .faults(1, 0, 0)
            .inOddParts(2),
        Bounds.of("parts, two slaves and two crashes")
            .workers(1, 2)
            .tasks(1, 2)
            .faults(2, 0, 0)
            .inOddParts(2),
        Bounds.of("parts and one of everything")
            .workers(2, 1)
            .tasks(1, 1)
            .faults(1, 1, 1)
            .inOddParts(2),
        Bounds.of("parts, copies and a crash")
            .workers(2, 1)
            .tasks(1, 1)
            .faults(1, 0, 0)
            .inOddParts(2)
            .withCopies(),
        Bounds.of("parts, fail fast and a crash")
            .workers(2, 1)
            .tasks(2, 2)
            .faults(1, 0, 0)
            .inParts(2)
            .failFast(1),
        Bounds.of("looks at two").tasks(3, 1).looksAgain(),
        Bounds.of("suspected pair").tasks(3, 1).knownPair(false),
        Bounds.of("two crashes").workers(2, 1).tasks(2, 1).faults(2, 0, 0),
        Bounds.of("servers that stop").workers(2, 1).servers(2).tasks(2, 1).faults(1, 0, 1),
        Bounds.of("foreign").foreignSlaves(1).tasks(1, 2).faults(1, 0, 1),
        Bounds.of("copies, a crash, a lost answer")
            .workers(2, 1)
            .tasks(1, 2)
            .faults(1, 1, 0)
            .withCopies(),
        Bounds.of("slow watchdog").workers(2, 1).tasks(1, 1).faults(2, 0, 0).withStaleLooks(),
        Bounds.of("one of everything").workers(2, 1).tasks(2, 1).faults(1, 1, 1));
  }

  @ParameterizedTest
  @MethodSource("small")
  void everyRuleHoldsInEveryOrderOfSteps(Bounds bounds) {
    explore(bounds);
  }

  @ParameterizedTest
  @MethodSource("large")
  @EnabledIfSystemProperty(named = "rrrspec.model", matches = "large")
  void andInLargerRuns(Bounds bounds) {
    explore(bounds);
  }

  @Test
  @EnabledIfSystemProperty(named = "rrrspec.model", matches = "huge")
  void andWithTwoOfEverything() {
    explore(Bounds.of("two of everything").workers(2, 1).tasks(2, 2).faults(1, 1, 1));
  }

  private static void explore(Bounds bounds) {
    long start = System.nanoTime();
    Explorer.Report report =
        new Explorer(new Cluster(new Scripts(bounds), new WorkerScripts())).explore();
    System.out.printf(
        "model: %s: %,d states, %,d transitions in %,d ms%n",
        bounds, report.states(), report.transitions(), (System.nanoTime() - start) / 1_000_000);
    assertThat(report.broken()).as("%s", String.join("\n", report.path())).isEmpty();
  }
}
