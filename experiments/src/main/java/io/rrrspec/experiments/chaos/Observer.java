package io.rrrspec.experiments.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import redis.clients.jedis.exceptions.JedisException;

/** Looks every 50 ms, from outside, whether what the faults hit has recovered. */
final class Observer implements AutoCloseable {
  private static final long EVERY_MILLIS = 50;

  /** So long after a restart of Redis, or of a server, nobody is called dead yet. */
  private static final long SHADOW_NANOS = 9_000_000_000L;

  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "observer");
  private volatile boolean stopping;

  Observer() {
    thread.setDaemon(true);
    thread.start();
  }

  /** From now on it is looked at. */
  void add(Fault fault) {
    for (Fault other : faults) {
      if (other.kind().hitsEverybody() && overlaps(other)) {
        fault.markDisturbed();
      }
      if (fault.kind().hitsEverybody() && !other.isOver()) {
        other.markDisturbed();
      }
    }
    faults.add(fault);
  }

  private static boolean overlaps(Fault earlier) {
    return !earlier.isOver() || System.nanoTime() - earlier.recoveredAt() < SHADOW_NANOS;
  }

  private void run() {
    while (!stopping) {
      for (Fault fault : faults) {
        if (!fault.isDone()) {
          look(fault);
        }
      }
      Pause.millis(EVERY_MILLIS);
    }
  }

  private static void look(Fault fault) {
    try {
      fault.look();
    } catch (JedisException e) {
      return; // Redis is away: look again
    }
  }

  /** All so far. */
  List<Fault> faults() {
    return faults;
  }

  /** Those of this run that have not recovered. */
  List<Fault> open(int run) {
    return faults.stream().filter(fault -> fault.run() == run && !fault.isOver()).toList();
  }

  @Override
  public void close() {
    stopping = true;
  }
}
