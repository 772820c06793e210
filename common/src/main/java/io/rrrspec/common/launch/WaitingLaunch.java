package io.rrrspec.common.launch;

/**
 * A launch that has queued classes and no JVM, in a forecast. Times are in milliseconds.
 *
 * @param launch its name
 * @param startCost what its first JVM takes to start
 * @param queued sum of the estimates of its classes
 * @param longest the longest of them
 */
record WaitingLaunch(String launch, double startCost, double queued, double longest) {
  static WaitingLaunch of(LaunchLoad load) {
    return new WaitingLaunch(
        load.launch(),
        LaunchLoad.ms(load.startCost()),
        LaunchLoad.ms(load.queued()),
        LaunchLoad.ms(load.longest()));
  }

  /** The time that one JVM takes for all of it. */
  double size() {
    return startCost + queued;
  }
}
