package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.common.model.ProcessorUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How busy the processors of a worker's host were. Times are in milliseconds since the run's
 * beginning.
 *
 * @param processors how many there are, 1 or more
 * @param from when the first sample begins; below 0 if clocks differ
 * @param step how long a sample is, 1 or more
 * @param busy of each sample, in percent
 */
public record ProcessorBand(int processors, long from, long step, List<Integer> busy) {
  public ProcessorBand {
    busy = List.copyOf(busy);
  }

  static ProcessorBand of(ProcessorUse use, Instant start) {
    return new ProcessorBand(
        use.processors(),
        Duration.between(start, use.from()).toMillis(),
        use.step().toMillis(),
        use.busy());
  }

  /** When the sample begins; that behind the last one: when the last one ends. */
  long at(int sample) {
    return from + sample * step;
  }

  long end() {
    return at(busy.size());
  }

  /** How busy they were in a part of the run, in percent. */
  long percentIn(TimeRange section) {
    double time = 0;
    double used = 0;
    for (int i = 0; i < busy.size(); i++) {
      double part = Math.min(section.to(), at(i + 1)) - Math.max(section.from(), at(i));
      if (part > 0) {
        time += part;
        used += part * busy.get(i);
      }
    }
    return time == 0 ? 0 : Math.round(used / time);
  }
}
