package io.rrrspec.client.remote;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.progress.ProgressView;
import io.rrrspec.client.watch.LiveProgress;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the end of a run and shows it meanwhile. */
final class RunWait {
  private static final Logger log = LoggerFactory.getLogger(RunWait.class);

  /** No run is shown more often than that: a fleet's Redis has other things to do. */
  private static final Duration LONGEST_BLOCK = Duration.ofSeconds(1);

  private static final long LOOK_FOR_WORKERS_EVERY = Duration.ofSeconds(3).toNanos();
  private static final long SERVER_CANCELS_WITHIN = Duration.ofSeconds(5).toNanos();
  private static final long SLICE_MILLIS = 100;

  private final Fleet fleet;
  private final Console console;
  private final EndRequests end;
  private final InstantSource clock = InstantSource.system();

  /** When the service was asked for the end of the run; 0 if it was not. */
  private long cancelAsked;

  private long lookedForWorkers = System.nanoTime() - LOOK_FOR_WORKERS_EVERY;
  private String said = "";

  RunWait(Fleet fleet, Console console, EndRequests end) {
    this.fleet = fleet;
    this.console = console;
    this.end = end;
  }

  /**
   * Waits.
   *
   * @param notifyList the list that is told of the end, or null if the run tells nobody of ours
   * @param poll how often to look for the end where nobody tells it
   * @return the run as it ended; empty if it goes on without this client, which was asked to end,
   *     since another one waits for it, too
   */
  Optional<Taskset> untilOver(Taskset taskset, @Nullable String notifyList, Duration poll) {
    String key = taskset.key();
    end.onFirst(() -> askForCancel(key));
    try (ClientBeat beat = ClientBeat.start(fleet.stores().clients(), key);
        ProgressView view = console.progress(clock)) {
      return untilOver(taskset, notifyList, poll, view);
    }
  }

  private Optional<Taskset> untilOver(
      Taskset taskset, @Nullable String notifyList, Duration poll, ProgressView view) {
    String key = taskset.key();
    RedisPatience patience = RedisPatience.ofWait(fleet, key, view::say);
    try (LiveProgress live =
        patience.ask(() -> LiveProgress.of(taskset, fleet.observed(), clock))) {
      LostRun lost = new LostRun(fleet, key);
      boolean over = false;
      while (!over) {
        try {
          // Told or not, what stands in Redis counts: it may have lost the end that it has told.
          awaitEnd(notifyList, poll);
          if (end.count() > 0 && cancelAsked == 0 && isShared(key)) {
            view.say("another client waits for this run, too: it goes on");
            return Optional.empty();
          }
          cancelIfAsked(key, view);
          over = live.show(view);
          if (!over) {
            lost.look();
            tellWhatIsMissing(taskset, view);
          }
          patience.answered();
        } catch (RrrspecException e) {
          throw e;
        } catch (RuntimeException e) {
          // The run does not need us: Redis may be away for a while.
          patience.failed(e);
          sleep(LONGEST_BLOCK.toMillis());
        }
      }
      patience.ask(() -> live.show(view));
    }
    Optional<Taskset> over = patience.ask(() -> fleet.stores().tasksets().find(key));
    if (over.isEmpty()) {
      throw LostRun.gone(fleet, key);
    }
    return over;
  }

  /** In another thread, at once: a second signal must not come before that. */
  private void askForCancel(String key) {
    try {
      if (!isShared(key)) {
        fleet.stores().clients().cancel(key);
      }
    } catch (RuntimeException e) {
      // Said by the one who waits, who then does it himself.
      log.debug("cannot ask for the end of {}", key, e);
    }
  }

  private boolean isShared(String key) {
    return fleet.stores().clients().isShared(key);
  }

  private void cancelIfAsked(String key, ProgressView view) {
    if (cancelAsked == 0 && end.count() > 0) {
      cancelAsked = System.nanoTime();
      view.say("cancelling the run; once more leaves at once");
    } else if (cancelAsked != 0 && System.nanoTime() - cancelAsked > SERVER_CANCELS_WITHIN) {
      // No server took the message, or it was never sent. The transition is guarded, so that a
      // client may make it, too. A run of Ruby rrrspec is left alone: its server could not save
      // what a client of ours writes, and takes the message when it is back.
      if (fleet.stores().tasksets().setupWishes(key).ours()) {
        fleet.stores().tasksets().cancel(key, "cancelled by its client, as no server answered");
      }
    }
  }

  private void awaitEnd(@Nullable String notifyList, Duration poll) {
    if (notifyList == null) {
      sleep(poll.toMillis());
    } else {
      fleet.stores().tasksets().awaitEnd(notifyList, shorter(poll, LONGEST_BLOCK));
    }
  }

  /** Sleeps, but not past a request to end. */
  private void sleep(long millis) {
    int before = end.count();
    long until = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < until && end.count() == before) {
      try {
        Thread.sleep(Math.min(SLICE_MILLIS, millis));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void tellWhatIsMissing(Taskset taskset, ProgressView view) {
    if (System.nanoTime() - lookedForWorkers < LOOK_FOR_WORKERS_EVERY) {
      return;
    }
    lookedForWorkers = System.nanoTime();
    if (fleet.stores().tasksets().status(taskset.key()).orElse(null) != TasksetStatus.WAITING) {
      said = "";
      return;
    }
    String missing = MissingWorkers.in(fleet, taskset).noneFree(taskset).orElse("");
    if (!missing.isEmpty() && !missing.equals(said)) {
      view.say(missing);
    }
    said = missing;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
