package io.rrrspec.client.report.progress;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guesses how long a run will still take. */
public final class TimeLeft {
  private TimeLeft() {}

  /**
   * A task that a slave runs.
   *
   * @param estimate what it is expected to take, or null if nobody knows
   * @param ran how long it has run
   */
  public record Running(@Nullable Duration estimate, Duration ran) {}

  /**
   * The remaining work spread evenly over the slaves, which pull the longest first; but no less
   * than what the longest single task still needs, since nobody can share that.
   *
   * @param queued what the tasks that nobody runs are expected to take; null for an unknown one
   * @param running what the slaves run
   * @param slaves how many slaves there are
   * @param typical what to take for an unknown task, such as the mean of those done; null if there
   *     is no telling yet
   * @return null if there is no slave, or an unknown task and nothing to take for it
   */
  public static @Nullable Duration of(
      List<@Nullable Duration> queued,
      List<Running> running,
      int slaves,
      @Nullable Duration typical) {
    if (slaves < 1) {
      return queued.isEmpty() && running.isEmpty() ? Duration.ZERO : null;
    }
    Duration work = Duration.ZERO;
    Duration longest = Duration.ZERO;
    for (Duration estimate : queued) {
      Duration expected = estimate == null ? typical : estimate;
      if (expected == null) {
        return null;
      }
      work = work.plus(expected);
      longest = longer(longest, expected);
    }
    for (Running task : running) {
      Duration expected = task.estimate() == null ? typical : task.estimate();
      if (expected == null) {
        return null;
      }
      Duration rest = rest(expected, task.ran());
      work = work.plus(rest);
      longest = longer(longest, rest);
    }
    return longer(work.dividedBy(slaves), longest);
  }

  /** A task that runs longer than expected is taken to need a tenth of its time more. */
  private static Duration rest(Duration expected, Duration ran) {
    Duration rest = expected.minus(ran);
    return rest.isNegative() || rest.isZero() ? ran.dividedBy(10) : rest;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
