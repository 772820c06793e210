package io.rrrspec.experiments.fuzz;

import io.rrrspec.experiments.fuzz.Target.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Feeds targets, each its share, one input after the other. */
final class Campaign {
  /** An input that takes so long stands for one that never ends. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** So often it has to: a machine that does other things may stand still for a while. */
  private static final int SLOW_TIMES = 3;

  private final long seed;
  private final Duration longest;
  private final List<Target> deck = new ArrayList<>();
  private final Map<String, Map<Outcome, Long>> counts = new TreeMap<>();
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private final Map<String, Long> repeats = new LinkedHashMap<>();
  private final Map<String, Long> nanos = new TreeMap<>();
  private final Map<String, Slow> slowest = new TreeMap<>();

  /** An input and how long it took. */
  record Slow(long number, long nanos) {
    Slow slower(Slow other) {
      return other.nanos > nanos ? other : this;
    }
  }

  Campaign(long seed) {
    this(seed, LONGEST);
  }

  Campaign(long seed, Duration longest) {
    this.seed = seed;
    this.longest = longest;
  }

  /**
   * Adds a target.
   *
   * @param share how many of the inputs of all targets are its own, in proportion
   */
  void add(Target target, int share) {
    for (int i = 0; i < share; i++) {
      deck.add(target);
    }
  }

  /**
   * Feeds inputs.
   *
   * @param from the number of the first
   * @param limit no more after that time
   * @param mostFindings no more after so many different ones
   * @return how many were fed
   */
  long run(long from, long runs, Duration limit, int mostFindings) {
    long end = System.nanoTime() + limit.toNanos();
    long fed = 0;
    while (fed < runs && findings.size() < mostFindings && System.nanoTime() - end < 0) {
      feed(from + fed);
      fed++;
    }
    return fed;
  }

  private void feed(long number) {
    boolean again = true;
    for (int i = 1; again; i++) {
      again = feed(number, i == SLOW_TIMES);
    }
  }

  /** Whether it has to be fed again: it took long, and that may have another cause. */
  private boolean feed(long number, boolean last) {
    Draw draw = new Draw(seed, number);
    Target target = deck.get(draw.below(deck.size()));
    long begin = System.nanoTime();
    try {
      Outcome outcome = target.feed(draw);
      boolean slow = System.nanoTime() - begin >= longest.toNanos();
      if (slow && !last) {
        return true;
      }
      Harm.unless(!slow, "it took " + longest.toSeconds() + " s or more");
      counts
          .computeIfAbsent(target.kind(), kind -> new EnumMap<>(Outcome.class))
          .merge(outcome, 1L, Long::sum);
    } catch (Exception | LinkageError | AssertionError | VirtualMachineError e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      note(new Finding(target.kind(), number, draw.told(), e));
    } finally {
      long took = System.nanoTime() - begin;
      nanos.merge(target.kind(), took, Long::sum);
      slowest.merge(target.kind(), new Slow(number, took), Slow::slower);
    }
    return false;
  }

  private void note(Finding finding) {
    findings.putIfAbsent(finding.cause(), finding);
    repeats.merge(finding.cause(), 1L, Long::sum);
  }

  /** The first input for each cause. */
  List<Finding> findings() {
    return List.copyOf(findings.values());
  }

  /** How often the cause of a finding was met. */
  long times(Finding finding) {
    return repeats.getOrDefault(finding.cause(), 0L);
  }

  /** How long the inputs of a kind took together. */
  Duration time(String kind) {
    return Duration.ofNanos(nanos.getOrDefault(kind, 0L));
  }

  /** The input of a kind that took longest. */
  Slow slowest(String kind) {
    return slowest.getOrDefault(kind, new Slow(0, 0));
  }

  /** How many inputs ended in which way, by kind; those that did harm are not in it. */
  Map<String, Map<Outcome, Long>> counts() {
    return counts;
  }
}
