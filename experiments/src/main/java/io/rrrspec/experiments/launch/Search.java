package io.rrrspec.experiments.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Simulated annealing over assignments of classes to slaves. It knows all durations and may change
 * everything, so that its result is better than what slaves can find that decide one by one.
 */
final class Search {
  private static final double HOTTEST = 0.3;
  private static final double COLDEST = 1e-6;

  private final Assignment now;
  private final Random random;
  private final double scale;
  private double heat;
  private long best;
  private int[] bestSlaves;
  private int longest;

  private Search(Assignment now, long lowerBound, Random random) {
    this.now = now;
    this.random = random;
    this.scale = lowerBound;
    this.best = now.makespan();
    this.bestSlaves = now.slave.clone();
  }

  /**
   * Improves an assignment.
   *
   * @param lowerBound where it ends before its time
   * @param steps how many changes are tried
   * @return the slave of each class, in the best assignment that was met
   */
  static List<Integer> improve(Assignment from, long lowerBound, int steps, Random random) {
    return new Search(from, lowerBound, random).improve(lowerBound, steps);
  }

  private List<Integer> improve(long lowerBound, int steps) {
    double cooling = Math.pow(COLDEST / HOTTEST, 1.0 / steps);
    heat = HOTTEST;
    longest = now.longest();
    for (int i = 0; i < steps && best > lowerBound; i++) {
      heat *= cooling;
      step();
      longest = now.longest();
      if (now.load[longest] < best) {
        best = now.load[longest];
        bestSlaves = now.slave.clone();
      }
    }
    return Arrays.stream(bestSlaves).boxed().toList();
  }

  private void step() {
    int from = random.nextBoolean() ? longest : random.nextInt(now.slaves());
    if (now.countOf(from) == 0) {
      return;
    }
    int each = now.member(from, random.nextInt(now.countOf(from)));
    int other = random.nextInt(now.classes());
    int to = random.nextBoolean() ? now.slave[other] : random.nextInt(now.slaves());
    switch (random.nextInt(8)) {
      case 0 -> moveAll(each, to);
      case 1, 2 -> move(each, partner(each));
      case 3, 4, 5 -> swap(each, other);
      default -> move(each, to);
    }
  }

  /** A slave that serves the launch of the class, if one is found quickly. */
  private int partner(int each) {
    int start = random.nextInt(now.slaves());
    for (int i = 0; i < now.slaves(); i++) {
      int candidate = (start + i) % now.slaves();
      if (candidate != now.slave[each] && now.serves(candidate, now.launch[each])) {
        return candidate;
      }
    }
    return start;
  }

  private void move(int each, int to) {
    int from = now.slave[each];
    if (from != to
        && accepts(
            from, now.load[from] - now.relief(each), to, now.load[to] + now.burden(each, to))) {
      now.move(each, to);
    }
  }

  private void swap(int each, int other) {
    int from = now.slave[each];
    int to = now.slave[other];
    if (from == to) {
      return;
    }
    long fromBefore = now.load[from];
    long toBefore = now.load[to];
    now.move(each, to);
    now.move(other, from);
    if (!wasGood(from, fromBefore, to, toBefore)) {
      now.move(each, from);
      now.move(other, to);
    }
  }

  /** All that the slave has of the launch. */
  private void moveAll(int each, int to) {
    int from = now.slave[each];
    int which = now.launch[each];
    int size = now.classesOf(from, which);
    if (from == to || size > 64) {
      return;
    }
    int[] moved = new int[size];
    int found = 0;
    for (int i = 0; i < now.countOf(from) && found < size; i++) {
      int member = now.member(from, i);
      if (now.launch[member] == which) {
        moved[found++] = member;
      }
    }
    long fromBefore = now.load[from];
    long toBefore = now.load[to];
    for (int member : moved) {
      now.move(member, to);
    }
    if (!wasGood(from, fromBefore, to, toBefore)) {
      for (int member : moved) {
        now.move(member, from);
      }
    }
  }

  private boolean wasGood(int a, long aBefore, int b, long bBefore) {
    return accepts(cost(now.load[a]) + cost(now.load[b]) - cost(aBefore) - cost(bBefore));
  }

  private boolean accepts(int a, long aAfter, int b, long bAfter) {
    return accepts(cost(aAfter) + cost(bAfter) - cost(now.load[a]) - cost(now.load[b]));
  }

  private boolean accepts(double worse) {
    return worse <= 0 || random.nextDouble() < Math.exp(-worse / heat);
  }

  /** The eighth power, so that the longest slave matters most, and the others a little. */
  private double cost(long load) {
    double relative = load / scale;
    double square = relative * relative;
    return square * square * square * square;
  }
}
