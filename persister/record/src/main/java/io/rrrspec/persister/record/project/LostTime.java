package io.rrrspec.persister.record.project;

import java.time.Duration;

/**
 * What retries and flaky tests cost in some runs. All times are sums over slaves.
 *
 * @param runs how many runs were counted; 0 or more
 * @param tests what the good trials of all classes took
 * @param retries how many trials were not the first of their class
 * @param retried what they took
 * @param flaky how many trials failed because of a flaky test
 * @param flakyTook what they took
 */
public record LostTime(
    int runs, Duration tests, int retries, Duration retried, int flaky, Duration flakyTook) {
  /** Of no run. */
  public static final LostTime NONE =
      new LostTime(0, Duration.ZERO, 0, Duration.ZERO, 0, Duration.ZERO);

  /** The share of retries in the time of all good trials, in per cent; 0 or more. */
  public long percent() {
    return tests.isZero() ? 0 : Math.round(100.0 * retried.toMillis() / tests.toMillis());
  }
}
