package io.rrrspec.experiments.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/launch-study.md claims, on a few small reactors; always the same ones. */
class LaunchStudyTest {
  private static final int STEPS = 20_000;

  @ParameterizedTest
  @EnumSource
  void theChosenRuleIsAtMostFivePerCentAboveTheBestOrder(ReactorKind kind) {
    for (long startCost : new long[] {200, 700, 10_000}) {
      for (int slaves : new int[] {1, 4, 8}) {
        Case each = Case.of(kind, 30, startCost, slaves, STEPS, 1);

        assertThat(each.excess("chosen")).as(each.toString()).isBetween(0.0, 5.0);
        assertThat(each.best()).isGreaterThanOrEqualTo(each.lowerBound());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void allOfALaunchCostsOneStartIfThereIsOneSlave(ReactorKind kind) {
    Reactor reactor = kind.generate(10, 700, new Random(1));
    Order order = Fleet.serve(reactor, Rules.CHOSEN, 1);

    assertThat(order.starts()).isEqualTo(10);
    assertThat(order.makespan()).isEqualTo(LowerBound.of(reactor, 1));
  }

  @ParameterizedTest
  @EnumSource
  void theOrderOfTheBuildCostsNothingIfThereIsOneSlave(ReactorKind kind) {
    Reactor reactor = kind.generate(10, 700, new Random(1));
    Order order = Fleet.serve(reactor, Rules.MODULE_ORDER_BUILD, 1);

    assertThat(order.starts()).isEqualTo(10);
    assertThat(order.makespan()).isEqualTo(LowerBound.of(reactor, 1));
  }

  @ParameterizedTest
  @EnumSource
  void anOrderIsNoShorterThanItsLoads(ReactorKind kind) {
    Reactor reactor = kind.generate(10, 700, new Random(1));
    Rules.all(new Random(1))
        .forEach(
            (name, rule) -> {
              Order order = Fleet.serve(reactor, rule, 4);
              Assignment assignment = new Assignment(reactor, 4).assign(order.slaves());
              assertThat(order.makespan()).as(name).isGreaterThanOrEqualTo(assignment.makespan());
            });
  }

  /** Two slaves, and two launches with one JVM each: 3 + 2 + 2 and 3 + 4, each with its start. */
  @Test
  void theSearchFindsTheBestOrderOfASmallReactor() {
    Reactor reactor =
        new Reactor(List.of(launch("a", 3_000, 2_000, 2_000), launch("b", 4_000, 3_000)));
    Assignment bad = new Assignment(reactor, 2).assign(List.of(0, 1, 0, 1, 0));

    List<Integer> best = Search.improve(bad, LowerBound.of(reactor, 2), STEPS, new Random(1));

    assertThat(new Assignment(reactor, 2).assign(best).makespan()).isEqualTo(7_500);
  }

  private static Reactor.Launch launch(String name, long... took) {
    return new Reactor.Launch(
        name,
        500,
        Arrays.stream(took).mapToObj(each -> new Reactor.TestClass(each, each)).toList());
  }

  @Test
  void theSameSeedGivesTheSameFigures() {
    assertThat(Case.of(ReactorKind.SKEWED, 10, 700, 4, STEPS, 3))
        .isEqualTo(Case.of(ReactorKind.SKEWED, 10, 700, 4, STEPS, 3));
  }
}
