package io.rrrspec.persister.viewer.timeline;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A place for a slave on a worker: one slave, or several that replaced each other.
 *
 * @param slaves their keys, in the order in which they came; 1 or more
 * @param place the number of the place; -1 if nobody knows it, since the run has one launch
 * @param ready since when it could run trials, in milliseconds since the run's beginning
 * @param starts the starts of its JVMs, by their beginning; none if the run has one launch
 * @param blocks its trials, by their beginning
 */
public record SlaveRow(
    List<String> slaves, int place, long ready, List<JvmStart> starts, List<TrialBar> blocks) {
  public SlaveRow {
    slaves = List.copyOf(slaves);
    starts = List.copyOf(starts);
    blocks = List.copyOf(blocks);
  }

  /** A place in a run of one launch. */
  public SlaveRow(List<String> slaves, long ready, List<TrialBar> blocks) {
    this(slaves, -1, ready, List.of(), blocks);
  }

  /** Returns its trials and the starts of its JVMs, by their beginning. */
  Stream<TimelineBar> bars() {
    return Stream.<TimelineBar>concat(starts.stream(), blocks.stream())
        .sorted(Comparator.comparing(TimelineBar::from));
  }

  /** When its last trial ended; when it was ready if it had none. */
  public long busyUntil() {
    return blocks.stream().mapToLong(TrialBar::to).max().orElse(ready);
  }

  /** For how long trials ran, in milliseconds. */
  public long busy() {
    return blocks.stream().mapToLong(TrialBar::millis).sum();
  }

  /** For how long JVMs started before a moment, in milliseconds. */
  long startingUntil(long moment) {
    return starts.stream()
        .mapToLong(start -> Math.max(0, Math.min(start.to(), moment) - start.from()))
        .sum();
  }
}
