package io.rrrspec.experiments.simulation;

import java.util.List;
import java.util.Random;

/** What is drawn by lot, from a seed. */
final class Chance {
  private final Random random;

  Chance(long seed) {
    this.random = new Random(seed);
  }

  /** One of its own, so that what is drawn here does not change what is drawn there. */
  Chance split() {
    return new Chance(random.nextLong());
  }

  long upTo(long most) {
    return most <= 0 ? 0 : random.nextLong(most + 1);
  }

  long between(long least, long most) {
    return least + upTo(most - least);
  }

  double share() {
    return random.nextDouble();
  }

  boolean hits(double probability) {
    return random.nextDouble() < probability;
  }

  <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  String uuid() {
    return new java.util.UUID(random.nextLong(), random.nextLong()).toString();
  }
}
