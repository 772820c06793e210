package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.ArtifactPlace;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.ArtifactStore.Maker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The other workers, as one worker sees them: what they give it, and what it gives them. */
public final class Peers {
  private static final Logger log = LoggerFactory.getLogger(Peers.class);

  private final String workerKey;
  private final String host;
  private final ArtifactStore store;
  private final ArtifactCache cache;
  private final ArtifactFetch fetch;
  private final Supplier<ServedAt> door;

  /** What this worker makes, for which others may wait. */
  private final Set<String> making = ConcurrentHashMap.newKeySet();

  private @Nullable ServedAt servedAt;

  /**
   * Knows nobody yet.
   *
   * @param host the name of this worker's host
   * @param cache what it has
   * @param door opens the port where it gives that; called when there is something to give, and
   *     again if that fails
   */
  public Peers(
      String workerKey,
      String host,
      ArtifactStore store,
      ArtifactCache cache,
      Supplier<ServedAt> door) {
    this.workerKey = workerKey;
    this.host = host;
    this.store = store;
    this.cache = cache;
    this.fetch = new ArtifactFetch(cache);
    this.door = door;
  }

  /** What this worker gives others. */
  public List<Holding> holdings() {
    return cache.holdings();
  }

  /** Has somebody told when that changes, from any thread. */
  public void onChange(Runnable told) {
    cache.onChange(told);
  }

  /** Where it gives them; empty: it has nothing to give, or cannot open its port. */
  public synchronized Optional<ServedAt> servedAt() {
    if (servedAt == null && !cache.holdings().isEmpty()) {
      try {
        servedAt = door.get();
        log.info("worker {}: gives artifacts at {}", workerKey, servedAt.address());
      } catch (ServiceException e) {
        log.error("worker {}: cannot give artifacts: {}", workerKey, e.getMessage());
      }
    }
    return Optional.ofNullable(servedAt);
  }

  /** Whether an artifact is in the cache here. */
  public boolean has(String name) {
    return cache.has(name);
  }

  /** Removes what turned out to be of no use. */
  public void drop(String name) {
    if (cache.remove(name)) {
      log.warn("worker {}: artifact {} is removed from the cache", workerKey, name);
    }
  }

  /** Whether this worker keeps artifacts at all. */
  public boolean keeps() {
    return cache.keeps();
  }

  /** Begins to write an artifact. */
  public Draft begin(String name) {
    return cache.begin(name);
  }

  /**
   * An artifact from the cache here or from another worker; to be closed after use.
   *
   * @return empty: nobody could give it
   */
  public Optional<Held> fetch(String name) throws InterruptedException {
    return fetch.fetch(name, () -> places(name));
  }

  /** How large an artifact is, here or where it can be fetched; empty: nobody gives it. */
  public Optional<Long> bytes(String name) {
    return places(name).stream().map(place -> place.content().bytes()).findFirst();
  }

  /** How fast others give. */
  public long bytesPerSecond() {
    return fetch.bytesPerSecond();
  }

  /** Where it can be fetched, by chance in another order for each who asks. */
  private List<ArtifactPlace> places(String name) {
    List<ArtifactPlace> places = new ArrayList<>();
    for (ArtifactPlace place : store.places(name)) {
      if (!place.workerKey().equals(workerKey) && isReachable(place)) {
        places.add(place);
      }
    }
    Collections.shuffle(places);
    return places;
  }

  /** Whose port is on loopback gives only to workers of the same host. */
  private boolean isReachable(ArtifactPlace place) {
    return place.host().equals(host) || !place.address().matches("(127\\.|localhost:|\\[::1\\]).*");
  }

  /** The other worker that makes an artifact now; empty: none, or this one does. */
  public Optional<Maker> otherMaker(String name) {
    return store.maker(name).filter(maker -> !maker.worker().equals(Keys.lastPart(workerKey)));
  }

  /**
   * Says that this worker makes an artifact, until {@link #made}.
   *
   * @return false: another worker does
   */
  public boolean make(String name) {
    if (!store.make(name, workerKey)) {
      return false;
    }
    making.add(name);
    return true;
  }

  /** Says that this worker makes an artifact no more, whether it is there now or not. */
  public void made(String name) {
    if (making.remove(name)) {
      store.made(name, workerKey);
    }
  }

  /** Goes on to say what it makes; with each heartbeat. */
  public void beat() {
    for (String name : making) {
      try {
        store.make(name, workerKey);
      } catch (RuntimeException e) {
        // Others wait for it no longer, and set up themselves.
        log.warn("worker {}: cannot say that it makes {}: {}", workerKey, name, e.toString());
      }
    }
  }

  /** Notes how long a set-up took. */
  public void noteSetUp(String rsyncName, Duration took) {
    store.noteSetup(rsyncName, took);
  }

  /** How long the last set-up of these sources took anywhere. */
  public Optional<Duration> setUpTime(String rsyncName) {
    return store.setupTime(rsyncName);
  }
}
