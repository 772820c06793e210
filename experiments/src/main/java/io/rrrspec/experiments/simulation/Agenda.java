package io.rrrspec.experiments.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/** What happens when, and the clock of the simulation: it goes on to what comes next. */
final class Agenda implements InstantSource {
  /** When every simulation begins, in milliseconds. */
  static final long BEGIN = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          Comparator.comparingLong((Entry e) -> e.at).thenComparingLong(e -> e.order));
  private long now = BEGIN;
  private long order;

  /** Something that will happen, unless it is moved or struck out. */
  final class Entry {
    private final Runnable work;
    private final long at;
    private final long order;
    private boolean struck;

    private Entry(long at, long order, Runnable work) {
      this.at = at;
      this.order = order;
      this.work = work;
    }

    /** Lets it happen so many milliseconds from now, if it was to happen later. */
    Entry hurry(long millis) {
      if (struck || at <= now + millis) {
        return this;
      }
      struck = true;
      return in(millis, work);
    }
  }

  /** Lets something happen so many milliseconds from now. */
  Entry in(long millis, Runnable work) {
    Entry entry = new Entry(now + Math.max(0, millis), order++, work);
    entries.add(entry);
    return entry;
  }

  /** Does what comes next, and moves the clock there. */
  void next() {
    Entry entry = entries.remove();
    while (entry.struck) {
      entry = entries.remove();
    }
    entry.struck = true;
    now = Math.max(now, entry.at);
    entry.work.run();
  }

  /** When the next thing will happen. */
  long nextAt() {
    Entry entry = entries.peek();
    while (entry != null && entry.struck) {
      entries.remove();
      entry = entries.peek();
    }
    return entry == null ? now : Math.max(now, entry.at);
  }

  /** Milliseconds since the beginning. */
  long elapsed() {
    return now - BEGIN;
  }

  @Override
  public long millis() {
    return now;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
  }
}
