package io.rrrspec.common.model;

/**
 * How often in a row a quarantined test has passed in the runs of the record.
 *
 * @param test which one
 * @param passes how often in a row it has passed up to the newest run; 0 to {@link #RELEASE}
 * @param seen whether one of the last {@link #RELEASE} runs of its class had it
 */
public record PassStreak(TestMethod test, int passes, boolean seen) {
  /** A test that has passed so often in a row is proposed for release. */
  public static final int RELEASE = 50;

  /** Whether its quarantine seems to be needed no more. */
  public boolean isReady() {
    return passes >= RELEASE;
  }
}
