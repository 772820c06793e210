package io.rrrspec.worker.agent;

import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.Lifetimes;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in Redis what a worker holds: when that changes, and again before it is forgotten. */
final class Announcement {
  private static final Logger log = LoggerFactory.getLogger(Announcement.class);

  private final String workerKey;
  private final Supplier<List<Holding>> holdings;
  private final ArtifactStore store;
  private final InstantSource clock;
  private @Nullable List<Holding> told;
  private long toldAt;

  /**
   * Says nothing yet.
   *
   * @param holdings what the worker holds, what was used last first
   */
  Announcement(
      String workerKey,
      Supplier<List<Holding>> holdings,
      ArtifactStore store,
      InstantSource clock) {
    this.workerKey = workerKey;
    this.holdings = holdings;
    this.store = store;
    this.clock = clock;
  }

  /** Says it if it is not what was said last. */
  synchronized void tell() {
    List<Holding> now = holdings.get();
    if (!now.equals(told)) {
      tell(now);
    }
  }

  /** Says it again if it would be forgotten soon, or was never said. */
  synchronized void renew() {
    long past = clock.millis() - toldAt;
    if (told == null || past < 0 || past >= Lifetimes.ANNOUNCE_EVERY.toMillis()) {
      tell(holdings.get());
    }
  }

  /** The next {@link #renew} says it: the worker may be unknown to Redis. */
  synchronized void forget() {
    told = null;
  }

  private void tell(List<Holding> held) {
    told = held;
    toldAt = clock.millis();
    try {
      store.announce(workerKey, held);
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        told = null;
        throw e;
      }
      // It only loses runs that others may get as well.
      log.error("worker {}: what it has cannot be announced: {}", workerKey, e.getMessage());
    }
  }
}
