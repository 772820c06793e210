package io.rrrspec.server.model;

import io.rrrspec.server.model.Step.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Visits every world that can be reached, the nearest first, so that the first path to a broken
 * rule is a shortest one; then looks whether everybody can get home from each of them.
 */
final class Explorer {
  /** The rule that is looked at last, when all worlds are known. */
  static final String HOME = "from everywhere there is a way home";

  private final Cluster cluster;
  private final Rules rules;
  private final Codec codec;
  private final StateSet states = new StateSet();
  private final Edges edges = new Edges();
  private final BitSet home = new BitSet();
  private int[] parents = new int[1 << 12];
  private long transitions;
  private final Map<String, Integer> broken = new TreeMap<>();
  private @Nullable Breach first;

  /** A rule that is broken beyond a world. */
  private record Breach(int from, byte @Nullable [] to, String rule) {}

  Explorer(Cluster cluster) {
    this.cluster = cluster;
    this.rules = new Rules(cluster.bounds);
    this.codec = new Codec(cluster.bounds);
  }

  /**
   * What was found.
   *
   * @param states how many worlds there are
   * @param transitions how many steps between them
   * @param broken in how many steps, or worlds without a way home, a rule is broken, by its words
   * @param path how the first breach is reached; empty if there is none
   */
  record Report(int states, long transitions, Map<String, Integer> broken, List<String> path) {}

  Report explore() {
    World begin = cluster.begin();
    remember(codec.canonical(begin), -1);
    for (int n = 0; n < states.size(); n++) {
      expand(n);
    }
    if (first == null) {
      // Whatever the tests come to, as long as what has to happen some time does happen.
      for (Kind tests : List.of(Kind.GOOD_TEST, Kind.BAD_TEST)) {
        BitSet ways = edges.leadingTo(home, states.size(), EnumSet.of(Kind.FAIR, tests));
        int stuck = ways.nextClearBit(0);
        if (stuck < states.size()) {
          broken.merge(HOME, states.size() - ways.cardinality(), Integer::sum);
          first = first == null ? new Breach(stuck, null, HOME) : first;
        }
      }
    }
    List<String> path = first == null ? List.of() : path(first);
    return new Report(states.size(), transitions, new TreeMap<>(broken), path);
  }

  private int remember(byte[] bytes, int parent) {
    int known = states.size();
    int n = states.add(bytes);
    if (n == known) {
      if (n == parents.length) {
        parents = Arrays.copyOf(parents, 2 * n);
      }
      parents[n] = parent;
    }
    return n;
  }

  private void expand(int n) {
    World world = codec.read(states.get(n));
    if (Cluster.isHome(world)) {
      home.set(n);
    }
    for (Step step : cluster.steps(world)) {
      World next = world.copy();
      step.effect().accept(next);
      transitions++;
      String rule = rules.brokenBy(world, next);
      byte[] bytes = codec.canonical(next);
      if (rule == null) {
        int to = remember(bytes, n);
        if (step.kind() != Kind.FAULT && to != n) {
          edges.add(n, to, step.kind());
        }
      } else {
        // What follows from it is not looked at.
        broken.merge(rule, 1, Integer::sum);
        first = first == null ? new Breach(n, bytes, rule) : first;
      }
    }
  }

  /** The steps from the beginning to a breach, in words, with the same names throughout. */
  private List<String> path(Breach breach) {
    Deque<byte[]> stops = new ArrayDeque<>();
    if (breach.to() != null) {
      stops.push(breach.to());
    }
    for (int n = breach.from(); n > 0; n = parents[n]) {
      stops.push(states.get(n));
    }
    List<String> words = new ArrayList<>();
    World world = cluster.begin();
    codec.canonical(world);
    for (byte[] stop : stops) {
      world = follow(world, stop, words);
    }
    words.add("=> broken: " + breach.rule());
    return words;
  }

  private World follow(World world, byte[] stop, List<String> words) {
    for (Step step : cluster.steps(world)) {
      World next = world.copy();
      step.effect().accept(next);
      // Only what can make no difference is taken from it; the names stay.
      if (Arrays.equals(codec.canonical(next), stop)) {
        words.add(words.size() + 1 + ". " + step.words().get());
        return next;
      }
    }
    throw new IllegalStateException("no step leads where one has led: " + words);
  }
}
