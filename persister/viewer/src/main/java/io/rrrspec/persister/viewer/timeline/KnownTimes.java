package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.persister.viewer.run.RunView;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times of runs. Of those that are over they are kept for a moment, since whoever looks at a
 * timeline goes from part to part, and reading 50,000 trials takes a while. Safe for use by several
 * threads.
 */
public final class KnownTimes {
  /** A trial may come late. */
  private static final Duration KEPT = Duration.ofMinutes(1);

  /** Of all runs that are kept; some 50 MB. */
  private static final long MOST_TRIALS = 100_000;

  /** By id, the one read longest ago first. */
  private final Map<String, Known> known = new LinkedHashMap<>();

  private record Known(RunTimes times, long trials, Instant readAt) {
    boolean isFresh(Instant now) {
      return Duration.between(readAt, now).compareTo(KEPT) < 0;
    }
  }

  /**
   * Where the time of a run went.
   *
   * @param now the end of what goes on
   */
  public RunTimes of(RunView run, Instant now) {
    String id = run.taskset().id();
    RunTimes kept = find(id, now);
    if (kept != null) {
      return kept;
    }
    RunTimes times = TimelineReader.read(run, now);
    if (run.isSettled()) {
      keep(id, times, now);
    }
    return times;
  }

  private synchronized @Nullable RunTimes find(String id, Instant now) {
    known.values().removeIf(one -> !one.isFresh(now));
    Known one = known.get(id);
    return one == null ? null : one.times();
  }

  private synchronized void keep(String id, RunTimes times, Instant now) {
    known.remove(id);
    known.put(id, new Known(times, times.blocks().count(), now));
    long trials = known.values().stream().mapToLong(Known::trials).sum();
    for (Iterator<Known> all = known.values().iterator(); trials > MOST_TRIALS; all.remove()) {
      trials -= all.next().trials();
    }
  }
}
