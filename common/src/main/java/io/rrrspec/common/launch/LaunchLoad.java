package io.rrrspec.common.launch;

import java.time.Duration;

/**
 * What is left of a launch, and the JVMs that serve it. Redis can keep all of it from one event to
 * the next: these are counts and sums, and the head of a queue that is sorted longest first.
 *
 * @param launch its name, unique within the run
 * @param rank 0 or more; launches of lower ranks come first
 * @param classes number of classes that are queued and not begun, 0 or more
 * @param queued sum of the estimates of these classes, 0 or more
 * @param longest the longest of these estimates, 0 or more
 * @param jvms number of JVMs that serve the launch or are starting for it, without those that are
 *     about to end
 * @param starting how many of these JVMs are starting, and have not taken a class yet
 * @param busy sum, over these JVMs, of the time until each of them takes its next class: what is
 *     left of its start or, by the estimate, of its class; a class that takes longer than that is
 *     expected to take as long again; 0 or more
 * @param startCost time that a JVM of the launch takes from its start to its first class
 */
public record LaunchLoad(
    String launch,
    int rank,
    int classes,
    Duration queued,
    Duration longest,
    int jvms,
    int starting,
    Duration busy,
    Duration startCost) {
  /** The start cost of a launch of which no start has been measured. */
  public static final Duration UNKNOWN_START_COST = Duration.ofMillis(700);

  public LaunchLoad {
    if (rank < 0
        || classes < 0
        || queued.isNegative()
        || longest.isNegative()
        || starting < 0
        || jvms < starting
        || busy.isNegative()
        || startCost.isNegative()) {
      throw new IllegalArgumentException(
          "a load has no negative value, and no more JVMs start than there are: launch " + launch);
    }
  }

  /** Whether it has queued classes and no JVM. */
  public boolean waits() {
    return classes > 0 && jvms == 0;
  }

  /**
   * Whether a further JVM would find work. It finds none if the JVMs of the launch will have begun
   * all classes before it is ready: because together they have no more work than the start takes,
   * or because each of them takes a class before, and there are no more classes than JVMs.
   */
  public boolean gainsByAnother() {
    double untilReady = jvms * ms(startCost);
    return jvms > 0
        && classes > starting
        && ms(busy) + ms(queued) > untilReady
        && (classes > jvms || ms(busy) > untilReady);
  }

  static double ms(Duration duration) {
    // An estimate in Redis may be any number: nanoseconds of it need not fit.
    return duration.getSeconds() * 1e3 + duration.getNano() / 1e6;
  }
}
