package io.rrrspec.experiments.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A generated reactor. All times are in milliseconds.
 *
 * @param launches in the order of the build
 */
record Reactor(List<Launch> launches) {
  /**
   * A module with one execution.
   *
   * @param name unique; sorts as the order of the build
   * @param startCost what starting a JVM takes
   * @param classes longest estimate first
   */
  record Launch(String name, long startCost, List<TestClass> classes) {
    Launch {
      classes =
          classes.stream()
              .sorted(Comparator.comparingLong(TestClass::estimate).reversed())
              .toList();
    }

    long work() {
      return classes.stream().mapToLong(TestClass::took).sum();
    }

    long longest() {
      return classes.stream().mapToLong(TestClass::took).max().orElse(0);
    }
  }

  /**
   * A test class.
   *
   * @param took what it takes
   * @param estimate what it is expected to take
   */
  record TestClass(long took, long estimate) {}

  Reactor {
    launches = List.copyOf(launches);
  }

  int classes() {
    return launches.stream().mapToInt(launch -> launch.classes().size()).sum();
  }

  /** The same with estimates that are wrong by up to this share, in both directions. */
  Reactor estimatedWithin(double share, Random random) {
    List<Launch> noisy = new ArrayList<>();
    for (Launch launch : launches) {
      List<TestClass> classes = new ArrayList<>();
      for (TestClass each : launch.classes()) {
        double factor = 1 + share * (2 * random.nextDouble() - 1);
        classes.add(new TestClass(each.took(), Math.round(each.took() * factor)));
      }
      noisy.add(new Launch(launch.name(), launch.startCost(), classes));
    }
    return new Reactor(noisy);
  }
}
