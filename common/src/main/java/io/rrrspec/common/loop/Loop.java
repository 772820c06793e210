package io.rrrspec.common.loop;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Outage;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one actor in a thread of its own until it is stopped. What the actor throws is logged and
 * followed by a pause that doubles from 50 ms to {@link Actor#longestPause}, with jitter, until a
 * step succeeds: after a restart of Redis not everybody comes back at the same moment.
 */
public final class Loop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
  private static final int SAID_EVERY = 10;

  private final Actor actor;
  private final Duration longestWait;
  private final Thread thread;
  private final LongAdder steps = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile int failuresInARow;
  private volatile String lastFailure = "";

  /** What the last failed step has thrown; only this thread uses it. */
  private String said = "";

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
    Backoff backoff = new Backoff(FIRST_PAUSE, actor.longestPause());
    while (!stopping) {
      try {
        if (!actor.step() && !stopping) {
          actor.await(longestWait);
        }
        succeeded();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        // Also what a deep or huge text in Redis leads to: no memory, or no stack. Without this
        // loop
        // the process would go on and do half of its work.
        if (stopping) {
          return;
        }
        long pause = backoff.millis(failuresInARow + 1);
        failed(e, pause);
        if (!sleep(Backoff.jitter(pause))) {
          return;
        }
      }
    }
  }

  private void succeeded() {
    steps.increment();
    if (failuresInARow > 0) {
      log.info(
          "{} works again, after {}",
          actor.name(),
          failuresInARow == 1 ? "1 failure" : failuresInARow + " failures");
      failuresInARow = 0;
      said = "";
    }
  }

  private void failed(Throwable e, long pause) {
    failures.increment();
    // Only this thread writes it.
    int inARow = failuresInARow + 1;
    failuresInARow = inARow;
    String away = away(e);
    String said = e instanceof RrrspecException ? String.valueOf(e.getMessage()) : e.toString();
    lastFailure = away.equals("Redis") ? Outage.why(e) : said.lines().findFirst().orElse("");
    if (away.isEmpty()) {
      say(e, inARow, pause);
    } else if (inARow == 1) {
      // A trace of each try would say no more, as often as there are actors.
      log.warn("{} waits for {}: {}", actor.name(), away, lastFailure);
    }
  }

  /**
   * The first failure of several alike gets its trace, and then every tenth a line: what stands
   * wrongly in Redis stays there until somebody mends it.
   */
  private void say(Throwable e, int inARow, long pause) {
    boolean alike = e.toString().equals(said);
    said = e.toString();
    if (alike && inARow % SAID_EVERY != 0) {
      return;
    }
    if (Damage.isCauseOf(e) || alike) {
      log.warn(
          "{} goes on in {} ms after {}{}",
          actor.name(),
          pause,
          said,
          inARow == 1 ? "" : ", failure " + inARow + " in a row");
    } else {
      log.warn("{} goes on in {} ms after {}", actor.name(), pause, said, e);
    }
  }

  /** What does not serve; empty if it is something else that went wrong. */
  private static String away(Throwable e) {
    return e instanceof OutageException outage ? outage.what() : Outage.isCauseOf(e) ? "Redis" : "";
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

  /** What the actor is called. */
  public String name() {
    return actor.name();
  }

  /** How many steps have succeeded. */
  public long steps() {
    return steps.sum();
  }

  /** How many steps have failed. */
  public long failures() {
    return failures.sum();
  }

  /** How many steps have failed since the last one that succeeded. */
  public int failuresInARow() {
    return failuresInARow;
  }

  /** What the last failed step has said, in one line; empty if none has failed. */
  public String lastFailure() {
    return lastFailure;
  }

  /**
   * Asks the loop to end after the step that runs now, and leaves that step alone, which {@link
   * #stop} would interrupt; returns at once.
   */
  public void stopWithoutInterrupt() {
    stopping = true;
  }

  /**
   * Lets the step that runs now end by itself, and waits for it.
   *
   * @param limit how long
   * @return whether it has ended
   */
  public boolean finish(Duration limit) throws InterruptedException {
    stopWithoutInterrupt();
    thread.join(limit.toMillis());
    return !thread.isAlive();
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
