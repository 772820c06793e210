package io.rrrspec.experiments.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** What sets a generated reactor apart. */
enum ReactorKind {
  /** Every module has 20 classes. */
  EQUAL("equal modules"),
  /** 20 classes a module on average, and the n-th largest has 1/n of the classes of the largest. */
  SKEWED("skewed (Zipf)"),
  /** One module has as many classes as the others together. */
  GIANT_MODULE("one giant module"),
  /** Every module has one to three classes, which take a tenth of the usual. */
  TINY("many tiny modules"),
  /** As skewed, and each tenth module has a class that takes 50 times the usual. */
  GIANT_CLASSES("giant classes");

  private static final int CLASSES = 20;
  private static final double MEDIAN_MS = 1_000;

  private final String title;

  ReactorKind(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * Makes a reactor whose estimates are exact.
   *
   * @param startCost the mean of the launches' start costs, which differ by half of it
   */
  Reactor generate(int modules, long startCost, Random random) {
    List<Integer> sizes = sizes(modules, random);
    List<Reactor.Launch> launches = new ArrayList<>();
    for (int i = 0; i < modules; i++) {
      List<Reactor.TestClass> classes = new ArrayList<>();
      for (int j = 0; j < sizes.get(i); j++) {
        long ms = duration(random);
        if (this == GIANT_CLASSES && j == 0 && i % 10 == 0) {
          ms = Math.round(50 * MEDIAN_MS * (0.5 + random.nextDouble()));
        }
        classes.add(new Reactor.TestClass(ms, ms));
      }
      launches.add(
          new Reactor.Launch(
              String.format(Locale.ROOT, "module-%03d", i),
              Math.round(startCost * (0.5 + random.nextDouble())),
              classes));
    }
    return new Reactor(launches);
  }

  /** Log-normal with a sigma of 1: the longest of 6,000 takes about 40 times the median. */
  private long duration(Random random) {
    double usual = this == TINY ? MEDIAN_MS / 10 : MEDIAN_MS;
    return Math.max(1, Math.round(usual * Math.exp(random.nextGaussian())));
  }

  private List<Integer> sizes(int modules, Random random) {
    List<Integer> sizes = new ArrayList<>();
    double harmonic = 0;
    for (int i = 1; i <= modules; i++) {
      harmonic += 1.0 / i;
    }
    for (int i = 0; i < modules; i++) {
      sizes.add(
          switch (this) {
            case EQUAL -> CLASSES;
            case SKEWED, GIANT_CLASSES ->
                (int) Math.max(1, Math.round(CLASSES * modules / harmonic / (i + 1)));
            case GIANT_MODULE -> i == 0 ? (modules - 1) * CLASSES : CLASSES;
            case TINY -> 1 + random.nextInt(3);
          });
    }
    Collections.shuffle(sizes, random);
    return sizes;
  }
}
