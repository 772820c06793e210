package io.rrrspec.worker.slave.jvm;

import io.rrrspec.common.model.TimeLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Watches the time of one trial after the other, on a thread of its own that no pool of a test can
 * starve and that exists before the tests may use up what the system has of threads.
 */
public final class Deadline implements AutoCloseable {
  public static final String THREAD_NAME = "rrrspec-deadline";

  private @Nullable Watch current;
  private boolean closed;

  /** Whether the watching thread sleeps until it is told of a trial. */
  private boolean sleepsOn;

  /** Until when it sleeps at most, by {@link System#nanoTime()}, if it does not sleep on. */
  private long sleepsUntil = System.nanoTime();

  @SuppressWarnings("ThreadPriorityCheck") // a help where the system heeds it, no promise
  public Deadline() {
    OwnThread.start(THREAD_NAME, this::watch).setPriority(Thread.MAX_PRIORITY);
  }

  /**
   * Starts the time of a trial whose tests run on the calling thread.
   *
   * @param onSoft called on the watching thread when the soft limit is over, before the calling
   *     thread is interrupted
   * @param onHard called on the watching thread when the hard limit is over
   */
  public Watch start(TimeLimits limits, Runnable onSoft, Runnable onHard) {
    Watch watch = new Watch(Thread.currentThread(), limits, onSoft, onHard);
    synchronized (this) {
      current = watch;
      // Waking the thread for each of thousands of short trials costs more than to let it wake once
      // for one that is over.
      if (sleepsOn || watch.dueAt() - sleepsUntil < 0) {
        notifyAll();
      }
    }
    return watch;
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** What hits it must not end the watch: the hard limit is all that is left then. */
  private boolean watch() throws InterruptedException {
    Watch due = nextDue();
    if (due == null) {
      return false;
    }
    due.expire();
    return true;
  }

  private synchronized @Nullable Watch nextDue() throws InterruptedException {
    while (!closed) {
      Watch watch = current;
      if (watch == null || watch.isOver()) {
        current = null;
        sleepsOn = true;
        wait();
      } else {
        long due = watch.dueAt();
        long nanos = due - System.nanoTime();
        if (nanos <= 0) {
          return watch;
        }
        sleepsOn = false;
        sleepsUntil = due;
        // One more millisecond, so that rounding down never makes this spin.
        wait(nanos / 1_000_000 + 1);
      }
    }
    return null;
  }

  /** The time of one trial. */
  public static final class Watch {
    private static final Duration LONGEST = Duration.ofDays(10_000);

    private enum Stage {
      RUNNING,
      INTERRUPTED,
      EXPIRED,
      ENDED
    }

    private final Thread test;
    private final Runnable onSoft;
    private final Runnable onHard;
    private final long softAt;
    private final long hardAt;
    private Stage stage = Stage.RUNNING;
    private boolean softPassed;
    private boolean hardHandled;

    private Watch(Thread test, TimeLimits limits, Runnable onSoft, Runnable onHard) {
      this.test = test;
      this.onSoft = onSoft;
      this.onHard = onHard;
      long now = System.nanoTime();
      this.softAt = now + nanos(limits.soft());
      this.hardAt = now + nanos(limits.hard());
    }

    /**
     * Ends the trial's time: from here on the thread is not interrupted. If the hard limit came
     * first, waits until it has been dealt with.
     *
     * @return whether the trial ended before its hard limit
     */
    public synchronized boolean end() {
      boolean interrupted = false;
      while (stage == Stage.EXPIRED && !hardHandled) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (stage == Stage.EXPIRED) {
        return false;
      }
      stage = Stage.ENDED;
      return true;
    }

    /** Whether the soft limit was over before the trial was. */
    public synchronized boolean softPassed() {
      return softPassed;
    }

    private synchronized boolean isOver() {
      return stage == Stage.ENDED || stage == Stage.EXPIRED;
    }

    private synchronized long dueAt() {
      return stage == Stage.RUNNING ? softAt : hardAt;
    }

    private void expire() {
      if (interruptIfSoft()) {
        return;
      }
      synchronized (this) {
        if (stage != Stage.INTERRUPTED) {
          return;
        }
        stage = Stage.EXPIRED;
      }
      try {
        onHard.run();
      } finally {
        synchronized (this) {
          hardHandled = true;
          notifyAll();
        }
      }
    }

    private boolean interruptIfSoft() {
      synchronized (this) {
        if (stage != Stage.RUNNING) {
          return false;
        }
        softPassed = true;
      }
      // Outside of the lock: a dump of thousands of threads takes a while.
      try {
        onSoft.run();
      } finally {
        interrupt();
      }
      return true;
    }

    private synchronized void interrupt() {
      if (stage == Stage.RUNNING) {
        stage = Stage.INTERRUPTED;
        test.interrupt();
      }
    }

    private static long nanos(Duration limit) {
      // Years are enough, and do not overflow.
      return LONGEST.compareTo(limit) < 0 ? LONGEST.toNanos() : limit.toNanos();
    }
  }
}
