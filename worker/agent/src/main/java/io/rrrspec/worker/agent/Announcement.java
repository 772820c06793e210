package io.rrrspec.worker.agent;

import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.worker.agent.workspace.Sources;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in Redis what a worker holds: when that changes, and again before it is forgotten. */
final class Announcement {
  private static final Logger log = LoggerFactory.getLogger(Announcement.class);

  private final String workerKey;
  private final String owner;
  private final Sources sources;
  private final ArtifactStore store;
  private final InstantSource clock;
  private @Nullable List<Holding> told;
  private long toldAt;

  /**
   * Says nothing yet.
   *
   * @param owner the process that has the worker's name
   */
  Announcement(
      String workerKey, String owner, Sources sources, ArtifactStore store, InstantSource clock) {
    this.workerKey = workerKey;
    this.owner = owner;
    this.sources = sources;
    this.store = store;
    this.clock = clock;
  }

  /** Says it if it is not what was said last. */
  synchronized void tell() {
    List<Holding> now = sources.artifacts();
    if (!now.equals(told)) {
      tell(now);
    }
  }

  /** Says it again if it would be forgotten soon, or was never said. */
  synchronized void renew() {
    long past = clock.millis() - toldAt;
    if (told == null || past < 0 || past >= Lifetimes.ANNOUNCE_EVERY.toMillis()) {
      tell(sources.artifacts());
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
      // The address first: who finds the artifact asks there.
      sources.servedAt().ifPresent(at -> store.serve(workerKey, owner, at.address(), at.token()));
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
