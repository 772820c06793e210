package io.rrrspec.persister.viewer.timeline;

import java.util.List;

/**
 * A place for a slave on a worker: one slave, or several that replaced each other.
 *
 * @param slaves their keys, in the order in which they came; 1 or more
 * @param ready since when it could run trials, in milliseconds since the run's beginning
 * @param blocks its trials, by their beginning
 */
public record SlaveRow(List<String> slaves, long ready, List<TrialBar> blocks) {
  public SlaveRow {
    slaves = List.copyOf(slaves);
    blocks = List.copyOf(blocks);
  }

  /** When its last trial ended; when it was ready if it had none. */
  public long busyUntil() {
    return blocks.stream().mapToLong(TrialBar::to).max().orElse(ready);
  }

  /** For how long trials ran, in milliseconds. */
  public long busy() {
    return blocks.stream().mapToLong(TrialBar::millis).sum();
  }
}
