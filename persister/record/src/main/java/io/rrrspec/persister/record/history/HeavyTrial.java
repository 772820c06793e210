package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.JvmKind;
import java.time.Duration;

/**
 * A good trial of a heavy class.
 *
 * @param run the number of its run
 * @param slave the key of its slave
 * @param started when, in milliseconds
 * @param ended when, in milliseconds
 * @param processor what it took of processors
 */
record HeavyTrial(
    String spec,
    long run,
    String slave,
    long started,
    long ended,
    Duration processor,
    JvmKind kind) {
  Duration took() {
    return Duration.ofMillis(ended - started);
  }

  /** Whether it ran in the same JVM before another one. */
  boolean isBefore(HeavyTrial other) {
    return run == other.run && slave.equals(other.slave) && ended <= other.started;
  }
}
