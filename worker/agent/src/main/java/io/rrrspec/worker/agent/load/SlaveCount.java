package io.rrrspec.worker.agent.load;

import java.time.Duration;

/**
 * Chooses the number of slaves with which a run ends soonest, by what is known of its classes. A
 * class that waits leaves a processor to others, so more slaves than processors help; but each
 * start of a JVM takes processor time, and JVMs can only start one after the other.
 */
public final class SlaveCount {
  /** Fewer slaves that end the run nearly as soon are better: they take less memory. */
  private static final double NEARLY = 1.02;

  /** More slaves than processors have to be worth it: what is known of classes is not exact. */
  private static final double WORTH = 0.95;

  /**
   * What is known of the classes of a run.
   *
   * @param processor sum of their processor times, 0 or more
   * @param waiting sum of the times in which they want no processor, 0 or more
   * @param longest the longest class, by both together, 0 or more
   */
  public record Work(Duration processor, Duration waiting, Duration longest) {
    /** Nothing. */
    public static final Work UNKNOWN = new Work(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    public Work {
      if (processor.isNegative() || waiting.isNegative() || longest.isNegative()) {
        throw new IllegalArgumentException("work has no negative time");
      }
    }

    /** Which part of the classes' time is waiting, 0 to 1; 0 if nothing is known. */
    public double waitingShare() {
      double all = ms(processor) + ms(waiting);
      return all == 0 ? 0 : ms(waiting) / all;
    }
  }

  /**
   * What a start of a JVM takes until its first class runs.
   *
   * @param time how long it takes when nothing else runs, 0 or more
   * @param processor its processor time, 0 or more
   */
  public record Start(Duration time, Duration processor) {}

  private SlaveCount() {}

  /**
   * Chooses.
   *
   * @param processors how many there are, 1 or more
   * @param most at most so many slaves; memory and the number of classes bound it
   * @return at least {@code processors}, unless {@code most} is less; at least 1
   */
  public static int choose(int processors, Work work, Start start, int most) {
    int least = Math.max(1, Math.min(processors, most));
    double soonest = Double.MAX_VALUE;
    for (int count = least; count <= most; count++) {
      soonest = Math.min(soonest, end(count, processors, work, start));
    }
    if (soonest > end(least, processors, work, start) * WORTH) {
      return least;
    }
    int count = least;
    while (end(count, processors, work, start) > soonest * NEARLY) {
      count++;
    }
    return count;
  }

  /** When the run ends with this number of slaves, in ms. */
  private static double end(int count, int processors, Work work, Start start) {
    double oneStart = ms(start.processor()) / processors;
    double all = ms(work.processor()) + ms(work.waiting());
    // The first ones start side by side, and each of the others a start later than the one before.
    double late = count <= processors ? 0 : oneStart * (count - processors) / 2;
    double spread = ms(start.time()) + late + all / count;
    double computed =
        ms(start.time())
            + (ms(work.processor()) + ms(start.processor()) * Math.max(0, count - processors))
                / processors;
    return Math.max(Math.max(spread, computed), ms(start.time()) + ms(work.longest()));
  }

  private static double ms(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
