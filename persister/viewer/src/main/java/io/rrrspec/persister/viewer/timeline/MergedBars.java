package io.rrrspec.persister.viewer.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Neighbours on one row that are too small to be seen apart, or a single bar.
 *
 * @param first the first of them
 * @param to when the last of them ended
 * @param kind the worst of what came of the trials; null if there is none
 * @param trials how many trials there are
 * @param failed how many of them failed
 * @param ran how long the trials took together, in milliseconds
 * @param starts how many starts of JVMs there are
 * @param started how long these took together, in milliseconds
 * @param launches the launches of these, each once; the first four at most
 */
record MergedBars(
    TimelineBar first,
    long to,
    TrialBar.@Nullable Kind kind,
    int trials,
    int failed,
    long ran,
    int starts,
    long started,
    List<String> launches) {
  private static final int LAUNCHES = 4;

  private static MergedBars of(TimelineBar bar) {
    if (bar instanceof TrialBar trial) {
      int failed = trial.kind() == TrialBar.Kind.FAILED ? 1 : 0;
      return new MergedBars(bar, bar.to(), trial.kind(), 1, failed, bar.millis(), 0, 0, List.of());
    }
    List<String> launches = bar instanceof JvmStart start ? List.of(start.launch()) : List.of();
    return new MergedBars(bar, bar.to(), null, 0, 0, 0, 1, bar.millis(), launches);
  }

  long from() {
    return first.from();
  }

  /** How many bars these are; 1 or more. */
  int count() {
    return trials + starts;
  }

  private MergedBars with(TimelineBar bar) {
    MergedBars other = of(bar);
    return new MergedBars(
        first,
        Math.max(to, other.to),
        worst(kind, other.kind),
        trials + other.trials,
        failed + other.failed,
        ran + other.ran,
        starts + other.starts,
        started + other.started,
        other.starts == 0
            ? launches
            : Stream.concat(launches.stream(), other.launches.stream())
                .distinct()
                .limit(LAUNCHES)
                .toList());
  }

  /** {@code core, web}; three launches at most, and whether there are more. */
  String launchNames() {
    return launches.size() < LAUNCHES
        ? String.join(", ", launches)
        : String.join(", ", launches.subList(0, LAUNCHES - 1)) + " and more";
  }

  private static TrialBar.@Nullable Kind worst(
      TrialBar.@Nullable Kind one, TrialBar.@Nullable Kind other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) >= 0 ? one : other;
  }

  /**
   * Puts together what is within less than {@code tiny}.
   *
   * @param bars of one row, by their beginning
   */
  static List<MergedBars> row(List<? extends TimelineBar> bars, long tiny) {
    List<MergedBars> row = new ArrayList<>();
    MergedBars open = null;
    for (TimelineBar bar : bars) {
      if (open != null && Math.max(open.to, bar.to()) - open.from() < tiny) {
        open = open.with(bar);
      } else {
        if (open != null) {
          row.add(open);
        }
        open = of(bar);
      }
    }
    if (open != null) {
      row.add(open);
    }
    return row;
  }

  /**
   * Puts together, on all rows alike, as little as is needed for so many bars.
   *
   * @param tiny what cannot be seen apart in any case, in milliseconds
   * @param most how many bars there may be; more only if there are more rows
   */
  static List<List<MergedBars>> rows(
      List<? extends List<? extends TimelineBar>> rows, long tiny, int most) {
    long width = Math.max(1, tiny);
    while (true) {
      List<List<MergedBars>> merged = new ArrayList<>();
      int count = 0;
      boolean single = true;
      for (List<? extends TimelineBar> row : rows) {
        List<MergedBars> one = row(row, width);
        merged.add(one);
        count += one.size();
        single &= one.size() <= 1;
      }
      if (count <= most || single) {
        return merged;
      }
      width *= 2;
    }
  }
}
