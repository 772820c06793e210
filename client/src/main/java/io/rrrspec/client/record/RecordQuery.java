package io.rrrspec.client.record;

import io.rrrspec.persister.record.history.ClassWindow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the record.
 *
 * @param tasksetClass of which taskset_class; null: of all
 * @param runs of its last so many runs; 1 or more; ignored if there is a day
 * @param since of the runs that ended then or later; null: by number
 * @param limit at most so many; 1 or more
 * @param json as JSON instead of text
 * @param local of the runs on this machine, whatever database_url says
 */
public record RecordQuery(
    @Nullable String tasksetClass,
    int runs,
    @Nullable Instant since,
    int limit,
    boolean json,
    boolean local) {

  /** The runs that are meant. */
  ClassWindow window() {
    Instant start = since;
    return start == null ? ClassWindow.ofRuns(runs) : ClassWindow.since(start);
  }
}
