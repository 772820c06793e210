package io.rrrspec.server.model;

import io.rrrspec.server.model.Step.Kind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;

/** The steps between numbered worlds, kept to be walked backwards. */
final class Edges {
  private static final Kind[] KINDS = Kind.values();

  private int[] from = new int[1 << 14];
  private int[] to = new int[1 << 14];
  private byte[] kinds = new byte[1 << 14];
  private int size;

  void add(int source, int target, Kind kind) {
    if (size == from.length) {
      int more = size + (size >> 1);
      from = Arrays.copyOf(from, more);
      to = Arrays.copyOf(to, more);
      kinds = Arrays.copyOf(kinds, more);
    }
    from[size] = source;
    to[size] = target;
    kinds[size++] = (byte) kind.ordinal();
  }

  /**
   * From where steps of these kinds lead into some of the goals.
   *
   * @param states how many worlds there are
   */
  BitSet leadingTo(BitSet goals, int states, Set<Kind> which) {
    int[] starts = new int[states + 1];
    for (int e = 0; e < size; e++) {
      if (which.contains(KINDS[kinds[e]])) {
        starts[to[e] + 1]++;
      }
    }
    for (int n = 0; n < states; n++) {
      starts[n + 1] += starts[n];
    }
    int[] sources = new int[starts[states]];
    int[] next = Arrays.copyOf(starts, states);
    for (int e = 0; e < size; e++) {
      if (which.contains(KINDS[kinds[e]])) {
        sources[next[to[e]]++] = from[e];
      }
    }
    return closure(goals, starts, sources);
  }

  private static BitSet closure(BitSet goals, int[] starts, int[] sources) {
    BitSet found = (BitSet) goals.clone();
    int[] stack = new int[starts.length];
    int depth = 0;
    for (int n = goals.nextSetBit(0); n >= 0; n = goals.nextSetBit(n + 1)) {
      stack[depth++] = n;
    }
    while (depth > 0) {
      int n = stack[--depth];
      for (int e = starts[n]; e < starts[n + 1]; e++) {
        if (!found.get(sources[e])) {
          found.set(sources[e]);
          stack[depth++] = sources[e];
        }
      }
    }
    return found;
  }
}
