package io.rrrspec.persister.viewer.queue;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.persister.viewer.run.Recent;
import io.rrrspec.persister.viewer.run.Records;
import java.time.InstantSource;

/**
 * Looks at the queues when somebody asks, and at most once a second however many ask. Safe for use
 * by several threads.
 */
public final class Queues {
  private final Records records;
  private final InstantSource clock;
  private final ShareHistory history = new ShareHistory();
  private final Recent<QueuesPage> recent = new Recent<>();

  public Queues(Records records, InstantSource clock) {
    this.records = records;
    this.clock = clock;
  }

  /**
   * Looks; what was seen less than a second ago is told again.
   *
   * @throws OutageException if Redis does not answer, or did not less than a second ago
   */
  public QueuesPage look() {
    return recent.get(() -> new QueuesReader(records, history, clock.instant()).read());
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
  public void forget() {
    recent.forget();
  }
}
