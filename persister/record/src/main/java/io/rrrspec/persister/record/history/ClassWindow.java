package io.rrrspec.persister.record.history;

import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Which runs of a taskset_class are looked at.
 *
 * @param runs the last so many; 1 or more; ignored if there is a day
 * @param since those that ended then or later; null: by number
 */
public record ClassWindow(int runs, @Nullable Instant since) {
  public ClassWindow {
    if (runs < 1) {
      throw new IllegalArgumentException("runs must be 1 or more, not " + runs);
    }
  }

  /** The last runs. */
  public static ClassWindow ofRuns(int runs) {
    return new ClassWindow(runs, null);
  }

  /** The runs that ended then or later. */
  public static ClassWindow since(Instant time) {
    return new ClassWindow(Integer.MAX_VALUE, time);
  }

  /** The number of the first run in it; beyond all numbers if there is none. */
  long firstRun(Handle handle, byte[] classHash) {
    Instant start = since;
    if (start == null) {
      // Fewer runs than asked for: all of them. H2 goes along an index only if the order begins
      // with
      // its first column, even where that is given.
      return handle
          .createQuery(
              "SELECT id FROM taskset WHERE class_hash = :class AND NOT cached ORDER BY class_hash"
                  + " DESC, id DESC LIMIT 1 OFFSET :before")
          .bind("class", classHash)
          .bind("before", runs - 1)
          .mapTo(Long.class)
          .findOne()
          .orElse(0L);
    }
    return handle
        .createQuery(
            "SELECT COALESCE(MIN(id), "
                + Long.MAX_VALUE
                + ") FROM taskset WHERE class_hash = :class AND finished_ms >= :since")
        .bind("class", classHash)
        .bind("since", start.toEpochMilli())
        .mapTo(Long.class)
        .one();
  }
}
