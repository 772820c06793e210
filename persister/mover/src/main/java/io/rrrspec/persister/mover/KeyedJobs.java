package io.rrrspec.persister.mover;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs, each under a key, a limited number at once. What one throws waits here for whoever has
 * started it. Safe for use by several threads; never interrupts a job.
 */
final class KeyedJobs {
  private final Executor executor;
  private final int most;
  private final Set<String> running = new HashSet<>();
  private @Nullable RuntimeException failure;

  private KeyedJobs(Executor executor, int most) {
    this.executor = executor;
    this.most = most;
  }

  /**
   * Jobs that have ended when {@link #start} returns.
   *
   * @param most how many {@link #most} promises
   */
  static KeyedJobs inCaller(int most) {
    return new KeyedJobs(Runnable::run, most);
  }

  /** Jobs in threads of their own, which do not keep the process from ending. */
  static KeyedJobs inThreads(int most) {
    AtomicInteger number = new AtomicInteger();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            most,
            job -> {
              Thread thread = new Thread(job, "persister-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    return new KeyedJobs(threads, most);
  }

  /** How many may run at once. */
  int most() {
    return most;
  }

  /** The keys of those that run now. */
  synchronized Set<String> running() {
    return Set.copyOf(running);
  }

  /** Whether another one may start. */
  synchronized boolean hasRoom() {
    return running.size() < most;
  }

  /** Starts one; only if there is room, and none of this key runs. */
  void start(String key, Runnable job) {
    begin(key);
    executor.execute(() -> run(key, job));
  }

  /** Runs one in the thread of the caller. */
  void runHere(String key, Runnable job) {
    begin(key);
    run(key, job);
  }

  private synchronized void begin(String key) {
    if (!running.add(key)) {
      throw new IllegalStateException("a job of " + key + " runs already");
    }
  }

  private void run(String key, Runnable job) {
    RuntimeException thrown = null;
    try {
      job.run();
    } catch (RuntimeException e) {
      thrown = e;
    } catch (StackOverflowError | OutOfMemoryError e) {
      // The thread goes on, and so may others that need less.
      thrown = new IllegalStateException(key + ": " + e, e);
    }
    end(key, thrown);
  }

  private synchronized void end(String key, @Nullable RuntimeException thrown) {
    running.remove(key);
    if (failure == null) {
      failure = thrown;
    }
    notifyAll();
  }

  /** Throws what the first job has thrown that failed since the last call; nothing if none has. */
  synchronized void throwFailure() {
    RuntimeException thrown = failure;
    failure = null;
    if (thrown != null) {
      throw thrown;
    }
  }

  /** Waits until another one may start; returns also when the time is over. */
  synchronized void awaitRoom(Duration limit) throws InterruptedException {
    awaitAtMost(most - 1, limit);
  }

  /** Waits until none runs; returns whether that is so. */
  synchronized boolean awaitEnd(Duration limit) throws InterruptedException {
    return awaitAtMost(0, limit);
  }

  private boolean awaitAtMost(int count, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (running.size() > count) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      wait(left / 1_000_000 + 1);
    }
    return true;
  }
}
