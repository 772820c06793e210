package io.rrrspec.experiments.estimates;

import io.rrrspec.persister.record.history.Estimates;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The candidates. */
final class Statistics {
  /** What the service does: a reserve of 0.9, and it learns from time-outs. */
  static final Statistic CHOSEN =
      new Statistic("**chosen**", learning(past -> Estimates.of(past.newestFirst())));

  private Statistics() {}

  /** All of them; the first is what the original did: the mean of everything that ever passed. */
  static List<Statistic> all() {
    return List.of(
        new Statistic("mean of all runs", past -> mean(past, Integer.MAX_VALUE)),
        new Statistic("mean of the last 5", past -> mean(past, 5)),
        new Statistic("exponential mean, 0.3", past -> exponential(past)),
        new Statistic("clipped exponential mean", past -> clipped(past)),
        new Statistic("trend (Holt)", past -> trend(past)),
        new Statistic("weighted median", past -> of(median(past))),
        new Statistic(
            "median; quantile for limits", past -> of(median(past)), past -> of(high(past))),
        new Statistic("median with reserve 0.9", past -> reserve(past, 0.9)),
        new Statistic("mean, learns", learning(past -> mean(past, Integer.MAX_VALUE))),
        new Statistic("median, learns", learning(past -> of(median(past)))),
        new Statistic("reserve 0.5, learns", learning(past -> reserve(past, 0.5))),
        new Statistic("reserve 0.7, learns", learning(past -> reserve(past, 0.7))),
        CHOSEN);
  }

  /** What timed out since it passed last is given the time that was not enough. */
  private static Function<Past, Duration> learning(Function<Past, Duration> statistic) {
    return past ->
        Estimates.afterTimeout(
            statistic.apply(past), past.timedOutAfter(), Replay.LEAST, Replay.UNKNOWN);
  }

  private static Duration mean(Past past, int most) {
    int runs = Math.min(most, past.runs());
    double sum = 0;
    for (int i = 0; i < runs; i++) {
      sum += past.millis(i);
    }
    return of(sum / runs);
  }

  private static Duration exponential(Past past) {
    double value = past.millis(past.runs() - 1);
    for (int i = past.runs() - 2; i >= 0; i--) {
      value += 0.3 * (past.millis(i) - value);
    }
    return of(value);
  }

  /** As Huber would: a run moves the value by 30 % of the distance, or by 15 % of itself. */
  private static Duration clipped(Past past) {
    double value = past.millis(past.runs() - 1);
    for (int i = past.runs() - 2; i >= 0; i--) {
      double most = Math.max(1, 0.15 * value);
      value += Math.max(-most, Math.min(most, 0.3 * (past.millis(i) - value)));
    }
    return of(value);
  }

  private static Duration trend(Past past) {
    double level = past.millis(past.runs() - 1);
    double slope = 0;
    for (int i = past.runs() - 2; i >= 0; i--) {
      double before = level;
      level = 0.4 * past.millis(i) + 0.6 * (level + slope);
      slope = 0.1 * (level - before) + 0.9 * slope;
    }
    return of(level + slope);
  }

  private static double median(Past past) {
    return quantile(past, 0.7, 0.5, 0);
  }

  /** What more than one of the recent runs took, or a fifth of them by weight. */
  private static double high(Past past) {
    return quantile(past, 0.8, 0.2, 1.001);
  }

  private static Duration reserve(Past past, double share) {
    return of(Math.max(median(past), high(past) * share));
  }

  /** Passes the last 20 runs from the long end, until so much of the weight is behind. */
  private static double quantile(Past past, double fading, double share, double least) {
    int runs = Math.min(20, past.runs());
    double[] millis = new double[runs];
    double[] weights = new double[runs];
    double total = 0;
    double weight = 1;
    for (int i = 0; i < runs; i++) {
      int at = i;
      for (; at > 0 && millis[at - 1] < past.millis(i); at--) {
        millis[at] = millis[at - 1];
        weights[at] = weights[at - 1];
      }
      millis[at] = past.millis(i);
      weights[at] = weight;
      total += weight;
      weight *= fading;
    }
    double passed = 0;
    for (int i = 0; i < runs; i++) {
      passed += weights[i];
      if (passed >= Math.max(total * share, least)) {
        return millis[i];
      }
    }
    return millis[runs - 1];
  }

  private static Duration of(double millis) {
    return Duration.ofMillis(Math.max(1, Math.round(millis)));
  }
}
