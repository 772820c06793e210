package io.rrrspec.worker.agent.load;

import io.rrrspec.common.model.ProcessorUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes samples of equal length of looks at the processors. When there would be too many, each two
 * become one of twice the length.
 */
public final class ProcessorWatch {
  private static final long FIRST_STEP_NANOS = 500_000_000;

  private final int processors;
  private final Instant from;
  private final List<Double> samples = new ArrayList<>();
  private long stepNanos = FIRST_STEP_NANOS;
  private long lastNanos;
  private long filledNanos;
  private double busyNanos;

  /**
   * Begins.
   *
   * @param processors how many there are, 1 or more
   * @param from the time of day
   * @param nanos the same moment by a clock that never goes back
   */
  public ProcessorWatch(int processors, Instant from, long nanos) {
    this.processors = processors;
    this.from = from;
    this.lastNanos = nanos;
  }

  /**
   * Takes note of a look.
   *
   * @param nanos when
   * @param idle which part of the processors was idle since the look before, 0 to 1
   */
  public void see(long nanos, double idle) {
    double busy = 1 - Math.max(0, Math.min(1, idle));
    long left = Math.max(0, nanos - lastNanos);
    lastNanos = Math.max(lastNanos, nanos);
    while (left > 0) {
      long part = Math.min(left, stepNanos - filledNanos);
      busyNanos += busy * part;
      filledNanos += part;
      left -= part;
      if (filledNanos == stepNanos) {
        samples.add(busyNanos / stepNanos);
        filledNanos = 0;
        busyNanos = 0;
        halveIfFull();
      }
    }
  }

  private void halveIfFull() {
    if (samples.size() < ProcessorUse.MOST) {
      return;
    }
    List<Double> pairs = new ArrayList<>();
    for (int i = 0; i < samples.size(); i += 2) {
      pairs.add((samples.get(i) + samples.get(i + 1)) / 2);
    }
    samples.clear();
    samples.addAll(pairs);
    stepNanos *= 2;
  }

  /** What was seen; empty before the first sample is full. */
  public Optional<ProcessorUse> use() {
    return samples.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ProcessorUse(
                processors,
                from,
                Duration.ofNanos(stepNanos),
                samples.stream().map(busy -> (int) Math.round(busy * 100)).toList()));
  }
}
