package io.rrrspec.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left out of a world makes no difference: no world is missed because of it. */
class EssenceTest {
  static List<Bounds> bounds() {
    return List.of(
        Bounds.of("crash").tasks(1, 2).faults(1, 1, 0),
        Bounds.of("lost answers").tasks(2, 1).faults(0, 1, 1),
        Bounds.of("copies").workers(2, 1).tasks(1, 1).withCopies(),
        Bounds.of("looks").tasks(2, 1).looksAgain(),
        Bounds.of("known pair").workers(1, 2).tasks(2, 1).knownPair(true),
        Bounds.of("parts").workers(1, 2).tasks(1, 1).inOddParts(2),
        Bounds.of("parts and a crash").workers(1, 1).tasks(1, 1).faults(1, 0, 0).inParts(2),
        Bounds.of("dispatch").workers(2, 1).tasks(1, 1).dispatched(1));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void theWorldsAreTheSameWhetherReducedAtEveryStepOrAtLast(Bounds bounds) {
    StateSet reducedAtLast = new StateSet();
    StateSet whole = worlds(bounds, new Codec(bounds, false));
    Codec codec = new Codec(bounds);
    for (int n = 0; n < whole.size(); n++) {
      reducedAtLast.add(codec.canonical(codec.read(whole.get(n))));
    }
    StateSet reduced = worlds(bounds, codec);
    int known = reduced.size();
    for (int n = 0; n < reducedAtLast.size(); n++) {
      reduced.add(reducedAtLast.get(n));
    }
    System.out.printf("essence: %s: %,d states are %,d%n", bounds, whole.size(), known);
    assertThat(reduced.size()).as("none is missed").isEqualTo(known);
    assertThat(reducedAtLast.size()).as("none is made up").isEqualTo(known);
  }

  private static StateSet worlds(Bounds bounds, Codec codec) {
    Cluster cluster = new Cluster(new Scripts(bounds), new WorkerScripts());
    StateSet states = new StateSet();
    states.add(codec.canonical(cluster.begin()));
    for (int n = 0; n < states.size(); n++) {
      World world = codec.read(states.get(n));
      for (Step step : cluster.steps(world)) {
        World next = world.copy();
        step.effect().accept(next);
        states.add(codec.canonical(next));
      }
    }
    return states;
  }
}
