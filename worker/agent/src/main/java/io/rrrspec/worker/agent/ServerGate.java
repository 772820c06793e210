package io.rrrspec.worker.agent;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Tells a worker whether it may serve: only while a server of ours lives. Ruby rrrspec's server
 * would give it runs, too, and could not save them, since it stops at the first field that it does
 * not know. A server that restarts is no reason to go.
 */
public final class ServerGate {
  /** A server that restarts is away for less. */
  static final Duration PATIENCE = Duration.ofSeconds(25);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  private final BooleanSupplier servers;
  private final LongSupplier nanoTime;
  private boolean open;
  private boolean missing;
  private long missingSince;
  private long looked;

  /**
   * Makes one that is closed until it has seen a server.
   *
   * @param servers looks whether a server of ours lives; asked every 10 s while one does
   * @param nanoTime as {@link System#nanoTime}
   */
  public ServerGate(BooleanSupplier servers, LongSupplier nanoTime) {
    this.servers = servers;
    this.nanoTime = nanoTime;
  }

  /** One that is always open, where the caller knows of a server. */
  public static ServerGate open() {
    return new ServerGate(() -> true, System::nanoTime);
  }

  /** Whether a server lives at this moment. */
  synchronized boolean isServed() {
    long now = nanoTime.getAsLong();
    boolean served;
    try {
      served = servers.getAsBoolean();
    } catch (RuntimeException e) {
      // After an outage of Redis nobody beats for a moment.
      missing = false;
      throw e;
    }
    looked = now;
    if (served) {
      open = true;
      missing = false;
    } else if (!missing) {
      missing = true;
      missingSince = now;
    } else if (now - missingSince >= PATIENCE.toNanos()) {
      open = false;
    }
    return served;
  }

  /** Whether a server lives, or did until a moment ago. */
  synchronized boolean isOpen() {
    if (open && !missing && nanoTime.getAsLong() - looked < LOOK_EVERY.toNanos()) {
      return true;
    }
    return isServed() || open;
  }
}
