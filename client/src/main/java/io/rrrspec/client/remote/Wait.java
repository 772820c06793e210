package io.rrrspec.client.remote;

import io.rrrspec.client.report.Console;
import io.rrrspec.client.report.ProgressView;
import io.rrrspec.client.watch.LiveProgress;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a run and shows it meanwhile. */
final class Wait {
  /** No run is shown more often than that: a fleet's Redis has other things to do. */
  private static final Duration LONGEST_BLOCK = Duration.ofSeconds(1);

  private static final long LOOK_FOR_WORKERS_EVERY = Duration.ofSeconds(3).toNanos();
  private static final long REDIS_AWAY_AT_MOST = Duration.ofSeconds(120).toNanos();
  private static final long SLICE_MILLIS = 100;

  private final Fleet fleet;
  private final Console console;
  private final EndRequests end;
  private final InstantSource clock = InstantSource.system();

  private boolean cancelAsked;
  private long redisAwaySince = -1;
  private long lookedForWorkers = System.nanoTime() - LOOK_FOR_WORKERS_EVERY;
  private String said = "";

  Wait(Fleet fleet, Console console, EndRequests end) {
    this.fleet = fleet;
    this.console = console;
    this.end = end;
  }

  /**
   * Waits.
   *
   * @param notifyList the list that is told of the end, or null if the run tells nobody of ours
   * @param poll how often to look for the end where nobody tells it
   * @return the run as it ended
   */
  Taskset untilOver(Taskset taskset, @Nullable String notifyList, Duration poll) {
    String key = taskset.key();
    try (ClientBeat beat = ClientBeat.start(fleet.clients(), key);
        ProgressView view = console.progress(clock);
        LiveProgress live = LiveProgress.of(taskset, fleet.observed(), clock)) {
      boolean over = false;
      while (!over) {
        try {
          cancelIfAsked(key, view);
          over = awaitEnd(notifyList, poll) | live.show(view);
          if (!over) {
            tellWhatIsMissing(taskset, view);
          }
          redisAwaySince = -1;
        } catch (RrrspecException e) {
          throw e;
        } catch (RuntimeException e) {
          goOnWithout(key, view, e);
        }
      }
      live.show(view);
    }
    return fleet
        .tasksets()
        .find(key)
        .orElseThrow(() -> new ServiceException("the run " + key + " is gone: start it again"));
  }

  private void cancelIfAsked(String key, ProgressView view) {
    if (!cancelAsked && end.count() > 0) {
      fleet.clients().cancel(key);
      cancelAsked = true;
      view.say("cancelling the run; once more leaves at once");
    }
  }

  private boolean awaitEnd(@Nullable String notifyList, Duration poll) {
    if (notifyList != null) {
      return fleet.tasksets().awaitEnd(notifyList, shorter(poll, LONGEST_BLOCK));
    }
    sleep(poll.toMillis());
    return false;
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
    if (fleet.tasksets().status(taskset.key()).orElse(null) != TasksetStatus.WAITING) {
      said = "";
      return;
    }
    String missing = MissingWorkers.noneFree(taskset, fleet.nodes().all()).orElse("");
    if (!missing.isEmpty() && !missing.equals(said)) {
      view.say(missing);
    }
    said = missing;
  }

  /** The run does not need us: Redis may be away for a while. */
  private void goOnWithout(String key, ProgressView view, RuntimeException e) {
    long now = System.nanoTime();
    if (redisAwaySince < 0) {
      redisAwaySince = now;
      view.say("Redis at " + fleet.address() + " does not answer: trying on");
    } else if (now - redisAwaySince > REDIS_AWAY_AT_MOST) {
      throw new ServiceException(
          "Redis at "
              + fleet.address()
              + " does not answer; when it does, `client waitfor "
              + key
              + "` goes on",
          e);
    }
    sleep(LONGEST_BLOCK.toMillis());
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
