package io.rrrspec.persister.viewer.queue;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.persister.viewer.run.Records;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the queues when somebody asks, and at most once a second however many ask. Safe for use
 * by several threads.
 */
public final class Queues {
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Records records;
  private final InstantSource clock;
  private final ShareHistory history = new ShareHistory();
  private @Nullable QueuesPage last;
  private @Nullable RuntimeException failed;
  private long lookedAt;

  public Queues(Records records, InstantSource clock) {
    this.records = records;
    this.clock = clock;
  }

  /**
   * Looks; what was seen less than a second ago is told again.
   *
   * @throws OutageException if Redis does not answer, or did not less than a second ago
   */
  public synchronized QueuesPage look() {
    if (System.nanoTime() - lookedAt < FRESH.toNanos()) {
      if (last != null) {
        return last;
      }
      if (failed != null) {
        throw failed;
      }
    }
    try {
      QueuesPage seen = new QueuesReader(records, history, clock.instant()).read();
      last = seen;
      failed = null;
      return seen;
    } catch (RuntimeException e) {
      // Those who wait for their turn need not wait for Redis one after the other.
      last = null;
      failed = e;
      throw e;
    } finally {
      lookedAt = System.nanoTime();
    }
  }

  /** Looks, too, but says on the page that Redis does not answer. */
  public QueuesPage page() {
    try {
      return look();
    } catch (RuntimeException e) {
      if (e instanceof OutageException || Outage.isCauseOf(e)) {
        return QueuesPage.unknown("Redis does not answer: nobody knows what waits.");
      }
      throw e;
    }
  }

  /** Has the next reader see what was just changed. */
  public synchronized void forget() {
    last = null;
    failed = null;
  }
}
