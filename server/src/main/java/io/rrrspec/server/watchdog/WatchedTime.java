package io.rrrspec.server.watchdog;

import io.rrrspec.common.store.Lifetimes;
import java.time.Duration;
import java.time.InstantSource;

/**
 * For how long this process has itself talked to the same Redis without a break. After a restart of
 * Redis, while a connection was gone, or when Redis, this process or its whole host stood still,
 * heartbeats may have ended that nobody could renew: then nobody is dead because of that.
 *
 * <p>Heartbeats live by the clock of Redis. What is measured here are times between looks of this
 * process; no decision compares two hosts' clocks.
 */
final class WatchedTime {
  /** Standing still for longer is a break: what is renewed in time outlives a shorter one. */
  private static final Duration GAP = Lifetimes.HEARTBEAT.minus(Lifetimes.BEAT_EVERY);

  /**
   * Being out of reach for longer is a break. Who beats tries again with pauses that double, so its
   * heartbeat is there by twice this time, and outlives that.
   */
  private static final Duration LONGEST_OUTAGE = Duration.ofMillis(2_500);

  private final InstantSource clock;
  private String redisRun = "";
  private long since;
  private long talkedAt;
  private boolean outOfReach;

  /** Milliseconds; of the host and not of {@link #clock}, which a test moves as it likes. */
  private long answeredAt = System.currentTimeMillis();

  WatchedTime(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * An answer of Redis.
   *
   * @param run which one it is: its run_id
   * @return false if this is not the Redis of before, or there was a break: the time counts anew
   */
  boolean goesOn(String run) {
    long now = clock.millis();
    boolean away = outOfReach && now - talkedAt > LONGEST_OUTAGE.toMillis();
    boolean same = !away && !brokeSinceLastAnswer() && run.equals(redisRun);
    talkedAt = now;
    outOfReach = false;
    answeredAt = System.currentTimeMillis();
    if (!same) {
      redisRun = run;
      since = now;
    }
    return same;
  }

  /** Redis is out of reach, perhaps for others, too: for longer than a moment, that is a break. */
  void isOutOfReach() {
    outOfReach = true;
  }

  /** Whether it lasts for at least so long by now. */
  boolean lasts(Duration time) {
    return clock.millis() - since >= time.toMillis();
  }

  /**
   * Whether there was a break since the last answer of Redis; to be asked after an answer, which
   * counts from now on only if there was none: so the next look sees the break, too.
   */
  boolean brokeSinceLastAnswer() {
    long now = System.currentTimeMillis();
    if (Math.abs(now - answeredAt) > GAP.toMillis()) {
      return true;
    }
    answeredAt = now;
    return false;
  }
}
