package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.run.SavedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds runs under one address, whether they go on or are over. Runs that go on stay read while
 * somebody looks at them.
 */
public final class RunViews implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RunViews.class);

  /** How often what has changed is read: all who watch see it then. */
  private static final Duration REFRESH = Duration.ofMillis(500);

  private static final Duration FORGET_AFTER = Duration.ofSeconds(60);

  private static final Duration KNOWN_TO_REDIS = Duration.ofDays(1);

  /** A run of 50,000 tasks takes some 50 MB. */
  private static final int MAX_LIVE = 8;

  private final Records records;
  private final KnownModules modules = new KnownModules();
  private final Map<String, Watched> live = new LinkedHashMap<>(16, 0.75f, true);
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "live-runs");
            thread.setDaemon(true);
            return thread;
          });

  private static final class Watched {
    final LiveRun run;
    final List<Watcher> watchers = new ArrayList<>();

    /** Whether somebody wants to be told later of what has changed. In the clock's thread alone. */
    boolean owed;

    long lookedAt = System.nanoTime();

    Watched(LiveRun run) {
      this.run = run;
    }

    boolean isForgotten() {
      return watchers.isEmpty() && System.nanoTime() - lookedAt > FORGET_AFTER.toNanos();
    }
  }

  /** Is told of changes, in the one thread that serves all: it must not wait. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Tells what a run is like now.
     *
     * @return false to be told half a second later again, even if nothing more changes
     */
    boolean changed(RunView run);
  }

  /** Ends a watch. */
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  public RunViews(Records records) {
    this.records = records;
    var unused =
        clock.scheduleWithFixedDelay(
            this::refresh, REFRESH.toMillis(), REFRESH.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * The run with this id; empty if nobody knows it.
   *
   * @param id the last part of its key
   */
  public Optional<RunView> find(String id) {
    Optional<SavedRun> saved = new Runs(records.database()).find(id);
    if (saved.isPresent()) {
      return Optional.of(new PastRun(records.database(), saved.get(), modules));
    }
    return watched(id).map(watched -> watched.run);
  }

  /** Reads where a run came from. Redis alone knows that: for a day after the run's end. */
  public TasksetStore.Origin origin(Taskset run) {
    Instant ended = run.finishedAt();
    if (ended != null && ended.isBefore(Instant.now().minus(KNOWN_TO_REDIS))) {
      return TasksetStore.Origin.NONE;
    }
    try {
      return records.tasksets().origin(run.key());
    } catch (RuntimeException e) {
      // A past run is shown without Redis, too.
      log.debug("taskset {}: its origin is not known: {}", run.key(), e.toString());
      return TasksetStore.Origin.NONE;
    }
  }

  private Optional<Watched> watched(String id) {
    synchronized (live) {
      Watched known = live.get(id);
      if (known != null) {
        known.lookedAt = System.nanoTime();
        return Optional.of(known);
      }
    }
    Optional<Taskset> taskset = records.tasksets().find(records.keys().taskset(id));
    if (taskset.isEmpty()) {
      return Optional.empty();
    }
    LiveRun run = new LiveRun(records, taskset.get());
    synchronized (live) {
      Watched known = live.get(id);
      if (known != null) {
        run.close();
        return Optional.of(known);
      }
      forgetOne();
      Watched watched = new Watched(run);
      live.put(id, watched);
      return Optional.of(watched);
    }
  }

  /** So that memory stays bounded: of those that nobody watches the one looked at longest ago. */
  private void forgetOne() {
    if (live.size() >= MAX_LIVE) {
      live.entrySet().stream()
          .filter(entry -> entry.getValue().watchers.isEmpty())
          .findFirst()
          .ifPresent(
              entry -> {
                entry.getValue().run.close();
                live.remove(entry.getKey());
              });
    }
  }

  /**
   * Tells of each change of a run that goes on, until closed; and once more when it is over.
   *
   * @return empty if the run is not in Redis
   */
  public Optional<Watch> watch(String id, Watcher watcher) {
    return watched(id)
        .map(
            watched -> {
              synchronized (live) {
                watched.watchers.add(watcher);
              }
              return () -> {
                synchronized (live) {
                  watched.watchers.remove(watcher);
                }
              };
            });
  }

  private void refresh() {
    List<Watched> all = new ArrayList<>();
    synchronized (live) {
      live.values().removeIf(watched -> forget(watched));
      all.addAll(live.values());
    }
    for (Watched watched : all) {
      try {
        if (watched.run.refresh() || watched.owed) {
          List<Watcher> watchers;
          synchronized (live) {
            watchers = List.copyOf(watched.watchers);
          }
          watched.owed = false;
          for (Watcher watcher : watchers) {
            watched.owed |= !watcher.changed(watched.run);
          }
        }
      } catch (RuntimeException e) {
        log.warn("a run that goes on cannot be read: {}", e.toString());
      }
    }
  }

  private static boolean forget(Watched watched) {
    if (watched.isForgotten()) {
      watched.run.close();
      return true;
    }
    return false;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    synchronized (live) {
      live.values().forEach(watched -> watched.run.close());
      live.clear();
    }
  }
}
