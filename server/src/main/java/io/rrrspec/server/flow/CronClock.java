package io.rrrspec.server.flow;

import io.rrrspec.common.store.CronStarts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the clock for one type of tasks. */
final class CronClock {
  private static final Logger log = LoggerFactory.getLogger(CronClock.class);

  /** After so long a time has been missed. */
  private static final Duration MISSED = Duration.ofMinutes(1);

  private static final Duration FAR = Duration.ofDays(1);

  private final CronStarts starts;
  private final String name;
  private final Cron cron;

  /** Before that there is nothing to do; null: nobody has looked yet. */
  private @Nullable Instant next;

  CronClock(CronStarts starts, String name, Cron cron) {
    this.starts = starts;
    this.name = name;
    this.cron = cron;
  }

  /** Starts what is due; returns whether it has. */
  boolean look() {
    Instant now = cron.clock().instant();
    if (next != null && now.isBefore(next)) {
      return false;
    }
    boolean started = cron.times().last(now).map(due -> lookAt(due, now)).orElse(false);
    next = cron.times().next(now).orElse(now.plus(FAR));
    return started;
  }

  private boolean lookAt(Instant due, Instant now) {
    Optional<Instant> last = starts.last(name);
    if (last.isPresent() && !due.isAfter(last.get())) {
      return false;
    }
    Instant after = cron.times().next(due).orElse(due);
    boolean late = Duration.between(due, now).compareTo(MISSED) > 0;
    if (last.isEmpty() && next == null || late && !cron.catchesUp()) {
      // What was before anybody knew of it, or when nobody looked.
      starts.start(name, due, after, null);
      if (last.isPresent()) {
        log.warn("{}: the time {} was missed, and is not made up for", name, due);
      }
      return false;
    }
    boolean started = starts.start(name, due, after, cron.task().apply(due));
    if (started) {
      log.info("{}: due at {}{}", name, due, late ? ", which was missed" : "");
    }
    return started;
  }
}
