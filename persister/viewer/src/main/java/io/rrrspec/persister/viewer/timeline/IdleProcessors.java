package io.rrrspec.persister.viewer.timeline;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says in words how long processors were idle, and why. Of what was idle after the first trial,
 * that part counts as want of work by which fewer trials and starts of JVMs went on than there are
 * processors. In the rest the classes that ran wanted no processor.
 */
final class IdleProcessors {
  /** Less is what a busy machine shows, too. */
  private static final double LEAST = 0.1;

  private double all;
  private double beforeTrials;
  private double withoutWork;
  private double whileWaiting;

  private IdleProcessors() {}

  /** A sentence; empty if nobody has watched. */
  static Optional<String> sentence(RunTimes run) {
    IdleProcessors sums = new IdleProcessors();
    for (WorkerRow team : run.teams()) {
      ProcessorBand band = team.processors();
      if (band != null) {
        sums.add(team, band, run.end());
      }
    }
    return sums.all == 0 ? Optional.empty() : Optional.of(sums.tell());
  }

  private void add(WorkerRow team, ProcessorBand band, long end) {
    double[] running = new double[band.busy().size()];
    long first = Long.MAX_VALUE;
    for (SlaveRow seat : team.seats()) {
      List<TimelineBar> bars =
          Stream.<TimelineBar>concat(seat.blocks().stream(), seat.starts().stream()).toList();
      for (TimelineBar bar : bars) {
        first = bar instanceof TrialBar ? Math.min(first, bar.from()) : first;
        spread(bar, band, running);
      }
    }
    for (int i = 0; i < running.length; i++) {
      long from = Math.max(0, band.at(i));
      long to = Math.min(end, band.at(i + 1));
      if (to > from) {
        double time = (double) (to - from) * band.processors();
        double idle = time * (100 - band.busy().get(i)) / 100;
        double missing = Math.max(0, time - running[i]);
        all += time;
        if (band.at(i) + band.step() / 2 < first) {
          beforeTrials += idle;
        } else {
          withoutWork += Math.min(idle, missing);
          whileWaiting += Math.max(0, idle - missing);
        }
      }
    }
  }

  /** Adds to each sample for how long the bar was there in it, in milliseconds. */
  private static void spread(TimelineBar bar, ProcessorBand band, double[] running) {
    int sample =
        (int) Math.max(0, Math.min(running.length, (bar.from() - band.from()) / band.step()));
    while (sample < running.length && band.at(sample) < bar.to()) {
      long part = Math.min(bar.to(), band.at(sample + 1)) - Math.max(bar.from(), band.at(sample));
      running[sample] += Math.max(0, part);
      sample++;
    }
  }

  private record Part(double share, String why) {
    long percent() {
      return Math.round(100 * share);
    }
  }

  private String tell() {
    double idle = (beforeTrials + withoutWork + whileWaiting) / all;
    if (idle < LEAST) {
      return "Processors were busy for " + Math.round(100 * (1 - idle)) + " % of the time.";
    }
    String parts =
        Stream.of(
                new Part(whileWaiting / all, "while classes slept, or waited for something else"),
                new Part(withoutWork / all, "while fewer classes ran than there are processors"),
                new Part(beforeTrials / all, "before the first class"))
            .filter(part -> part.percent() >= 1)
            .sorted(Comparator.comparing(Part::share).reversed())
            .map(part -> part.percent() + " % " + part.why)
            .collect(Collectors.joining(", "));
    return "Processors were idle for " + Math.round(100 * idle) + " % of the time: " + parts + ".";
  }
}
