package io.rrrspec.common.loop;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one actor in a thread of its own until it is stopped. What the actor throws is logged and
 * followed by a pause that doubles from 50 ms to 5 s, with jitter, until a step succeeds: after a
 * restart of Redis not everybody comes back at the same moment.
 */
public final class Loop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final Actor actor;
  private final Duration longestWait;
  private final Thread thread;
  private volatile boolean stopping;

  private Loop(Actor actor, Duration longestWait) {
    this.actor = actor;
    this.longestWait = longestWait;
    this.thread = new Thread(this::run, actor.name());
    this.thread.setDaemon(true);
  }

  /**
   * Starts a loop.
   *
   * @param longestWait how long the actor may wait for work at a stretch
   */
  public static Loop start(Actor actor, Duration longestWait) {
    Loop loop = new Loop(actor, longestWait);
    loop.thread.start();
    return loop;
  }

  private void run() {
    long pause = 0;
    while (!stopping) {
      try {
        if (!actor.step() && !stopping) {
          actor.await(longestWait);
        }
        pause = 0;
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        if (stopping) {
          return;
        }
        pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, 2 * pause));
        log.warn("{} goes on in {} ms after {}", actor.name(), pause, e.toString(), e);
        if (!sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1))) {
          return;
        }
      }
    }
  }

  private static boolean sleep(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Asks the loop to end after the step that runs now; returns at once. */
  public void stop() {
    stopping = true;
    thread.interrupt();
  }

  /** Whether the loop still runs. */
  public boolean isRunning() {
    return thread.isAlive();
  }

  /** Stops the loop and waits for its end, 10 seconds at most. */
  @Override
  public void close() {
    stop();
    try {
      if (thread != Thread.currentThread()) {
        thread.join(STOP_LIMIT.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      log.warn("{} did not end within {} s", actor.name(), STOP_LIMIT.toSeconds());
    }
  }
}
