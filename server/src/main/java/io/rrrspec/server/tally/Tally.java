package io.rrrspec.server.tally;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The counts of one server since it started. Safe for use by several threads. */
public final class Tally {
  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  public Tally() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  /** Counts one. */
  public void add(Count count) {
    add(count, 1);
  }

  /** Counts several. */
  public void add(Count count, long number) {
    LongAdder adder = counts.get(count);
    if (adder != null) {
      adder.add(number);
    }
  }

  /** How many there are so far. */
  public long of(Count count) {
    LongAdder adder = counts.get(count);
    return adder == null ? 0 : adder.sum();
  }
}
