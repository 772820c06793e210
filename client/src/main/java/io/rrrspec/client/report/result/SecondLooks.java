package io.rrrspec.client.report.result;

import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How classes were looked at again after they had failed, and how much longer the run took for it.
 * A class that failed in a JVM that is made for speed and runs there once more is not looked at:
 * {@link JvmsUsed} tells of it.
 *
 * @param classes how many were looked at again, 0 or more
 * @param explained how many of them fail only after others, or only beside others
 * @param time from the end of the last other trial to the end of the last look; zero if another
 *     trial ended later
 */
public record SecondLooks(int classes, int explained, Duration time) {
  private static final Duration NOTABLE = Duration.ofSeconds(3);

  /** Whether somebody may ask where the time of the run went. */
  public boolean isNotable() {
    return classes > 0 && time.compareTo(NOTABLE) >= 0;
  }

  static SecondLooks of(List<TaskRun> runs) {
    int classes = 0;
    int explained = 0;
    Instant begin = Instant.MIN;
    Instant end = Instant.MIN;
    for (TaskRun run : runs) {
      boolean again =
          run.trials().stream().filter(SecondLooks::isProbe).count() > ofAnotherJvm(run);
      OrderDependence dependence = run.task().orderDependence();
      classes += again ? 1 : 0;
      explained += again && dependence != null && dependence.confirmed() ? 1 : 0;
      for (Trial trial : run.trials()) {
        if (again && trial.verdict() != TrialVerdict.BAD) {
          // The last look at a class that is explained decides it, and has its verdict.
          end = later(end, trial.finishedAt());
        } else {
          begin = later(begin, trial.finishedAt());
        }
      }
    }
    boolean known = begin.isAfter(Instant.MIN) && end.isAfter(begin);
    return new SecondLooks(
        classes, explained, known ? Duration.between(begin, end) : Duration.ZERO);
  }

  private static boolean isProbe(Trial trial) {
    return trial.verdict() == TrialVerdict.PROBE;
  }

  /**
   * How many probes, at most, are no looks: they asked whether the class fails only there. Those
   * are the last trial there, and the pass as is before it if that does not count.
   */
  private static int ofAnotherJvm(TaskRun run) {
    return run.task().ranAsIs() ? 0 : 2;
  }

  private static Instant later(Instant time, @Nullable Instant other) {
    return other != null && other.isAfter(time) ? other : time;
  }
}
