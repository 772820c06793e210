package io.rrrspec.worker.agent;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.loop.Backoff;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.worker.agent.workspace.CancellablePrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sync and set-up of one taskset, in a thread of its own: meanwhile the worker looks whether the
 * taskset is over, and can be stopped.
 */
final class Preparation {
  private static final Logger log = LoggerFactory.getLogger(Preparation.class);
  private static final int MOST_TRIES = 10;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  /** What is done. */
  interface Work {
    /** Does it; harmless if done again. */
    Path run() throws InterruptedException;
  }

  private final String tasksetKey;
  private final CancellablePrograms programs;
  private final Duration longestPause;
  private final CompletableFuture<Path> result = new CompletableFuture<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread thread;

  Preparation(String tasksetKey, CancellablePrograms programs, Work work, ThreadFactory threads) {
    this(tasksetKey, programs, work, threads, LONGEST_PAUSE);
  }

  /** As above, with another longest pause between two tries. */
  Preparation(
      String tasksetKey,
      CancellablePrograms programs,
      Work work,
      ThreadFactory threads,
      Duration longestPause) {
    this.tasksetKey = tasksetKey;
    this.programs = programs;
    this.longestPause = longestPause;
    this.thread = threads.newThread(() -> run(work));
    this.thread.setName("preparation");
    this.thread.start();
  }

  private void run(Work work) {
    try {
      result.complete(insist(work));
    } catch (InterruptedException | RuntimeException e) {
      result.completeExceptionally(e);
    } finally {
      done.countDown();
    }
  }

  /**
   * Redis may be away, which is no reason to leave a taskset: for as long as that, or until
   * somebody ends this.
   */
  private Path insist(Work work) throws InterruptedException {
    Backoff backoff = new Backoff(FIRST_PAUSE, longestPause);
    for (int tries = 1; ; tries++) {
      try {
        return work.run();
      } catch (RrrspecException e) {
        throw e;
      } catch (RuntimeException e) {
        if (programs.hasEnded() || (tries >= MOST_TRIES && !Outage.isCauseOf(e))) {
          throw e;
        }
        long pause = backoff.millis(tries);
        log.warn("taskset {}: prepares again in {} ms after {}", tasksetKey, pause, e.toString());
        Thread.sleep(Backoff.jitter(pause));
      }
    }
  }

  /** Waits for its end; returns whether it has ended. */
  boolean await(Duration limit) throws InterruptedException {
    return done.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean isDone() {
    return result.isDone();
  }

  /**
   * The directory that is ready.
   *
   * @throws ServiceException if it did not succeed
   */
  Path result() {
    try {
      return result.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof ServiceException known) {
        throw known;
      }
      throw new ServiceException("the workspace could not be prepared: " + cause, e);
    }
  }

  /** Ends its programs, without waiting. */
  void kill() {
    programs.end();
    thread.interrupt();
  }

  /** Ends it; a thread that does not notice in time has no program any more and does no harm. */
  void end() throws InterruptedException {
    kill();
    if (!await(LONGEST_END)) {
      log.warn("taskset {}: its preparation does not end", tasksetKey);
    }
  }
}
