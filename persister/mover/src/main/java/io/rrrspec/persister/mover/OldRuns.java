package io.rrrspec.persister.mover;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.save.Retention;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes runs that are beyond {@code keep_runs} and {@code keep_days}, in the background: it rests
 * at least half of the time, so that whoever persists at the same time is not kept waiting.
 */
public final class OldRuns implements Actor {
  private static final Logger log = LoggerFactory.getLogger(OldRuns.class);

  /** A program that has just started has better things to do. */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  private static final Duration LOOK_EVERY = Duration.ofMinutes(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Retention retention;
  private final InstantSource clock;
  private final Semaphore stepping = new Semaphore(1);
  private volatile boolean stopped;
  private long nextLook;
  private int deleted;

  public OldRuns(Retention retention, InstantSource clock) {
    this.retention = retention;
    this.clock = clock;
    this.nextLook = clock.millis() + FIRST_LOOK.toMillis();
  }

  /** With the limits that the settings name. */
  public static OldRuns of(Settings settings, Database database) {
    return new OldRuns(
        new Retention(
            database, settings.get(SettingsTable.KEEP_RUNS), settings.get(SettingsTable.KEEP_DAYS)),
        InstantSource.system());
  }

  @Override
  public String name() {
    return "old runs";
  }

  /** Never says that there is more: its loop waits after each step. */
  @Override
  public boolean step() {
    if (stopped || clock.millis() < nextLook || !stepping.tryAcquire()) {
      return false;
    }
    try {
      look();
    } catch (OutageException e) {
      // The persister beside it says so already; nothing here is urgent.
      nextLook = clock.millis() + LOOK_EVERY.toMillis();
    } finally {
      stepping.release();
    }
    return false;
  }

  private void look() {
    long begin = clock.millis();
    Retention.Step step = retention.step(clock.instant());
    deleted += step.runsDeleted();
    if (step.didSomething()) {
      long end = clock.millis();
      nextLook = end + Math.max(1, end - begin);
      return;
    }
    if (deleted > 0) {
      log.info("{} runs deleted that are beyond keep_runs or keep_days", deleted);
      deleted = 0;
    }
    nextLook = begin + LOOK_EVERY.toMillis();
  }

  /** No further step is begun; returns at once. */
  public void stop() {
    stopped = true;
  }

  /**
   * Lets the step that runs now end by itself. After that its thread may be interrupted, in which
   * it only sleeps.
   *
   * @param limit how long
   * @return whether it has ended
   */
  public boolean finish(Duration limit) throws InterruptedException {
    stop();
    return stepping.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(Math.max(1, Math.min(limit.toMillis(), nextLook - clock.millis())));
  }

  @Override
  public Duration longestPause() {
    return LONGEST_PAUSE;
  }
}
