package io.rrrspec.common.store;

import java.time.Duration;

/** How long things live that are renewed, or kept for those who come late. */
public final class Lifetimes {
  /** A heartbeat. */
  public static final Duration HEARTBEAT = Duration.ofSeconds(8);

  /** The pause between two heartbeats: three are missed before anybody is called dead. */
  public static final Duration BEAT_EVERY = Duration.ofMillis(2_500);

  /**
   * A heartbeat that a worker renews for a slave. Only foreign implementations look at it, which
   * let it live for 60 s.
   */
  public static final Duration SLAVE_HEARTBEAT = Duration.ofSeconds(30);

  /** The pause between two of these: two may be missed. */
  public static final Duration BEAT_FOR_SLAVES_EVERY = Duration.ofSeconds(10);

  /** Who beats is there again so soon after Redis is: others wait for that. */
  public static final Duration LONGEST_BEAT_PAUSE = Duration.ofSeconds(1);

  /** A lead: of the same length as a heartbeat, renewed at every step. */
  public static final Duration LEAD = Duration.ofSeconds(8);

  /** What the dispatcher gave to a worker and the worker has not taken. */
  public static final Duration RESERVATION = Duration.ofSeconds(10);

  /** What belongs to a taskset, after it was persisted. */
  public static final Duration PERSISTED = Duration.ofDays(1);

  /** What a worker said that it holds. */
  public static final Duration ARTIFACTS = Duration.ofHours(1);

  /** The pause before a worker says so again. */
  public static final Duration ANNOUNCE_EVERY = Duration.ofMinutes(15);

  /** The sign that a worker makes an artifact: as a heartbeat, and renewed with it. */
  public static final Duration MAKER = Duration.ofSeconds(10);

  /** Which generation of a result counts; renewed whenever it is asked for. */
  public static final Duration GENERATION = Duration.ofDays(30);

  /** How long a set-up took. */
  public static final Duration SETUP_TIME = Duration.ofDays(30);

  /**
   * The sign that somebody waits for a run: then it is cancelled if it was made to be waited for.
   */
  public static final Duration CLIENT = Duration.ofSeconds(60);

  private Lifetimes() {}
}
