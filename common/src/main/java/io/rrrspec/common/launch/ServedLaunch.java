package io.rrrspec.common.launch;

/** A launch that JVMs serve, in a forecast. Times are in milliseconds from the choice on. */
final class ServedLaunch {
  private final String launch;
  private final double startCost;
  private final double longest;
  private int jvms;

  /** The sum of the times at which the JVMs would be done if the work were divided evenly. */
  private double sum;

  /** When the longest queued class is done at the earliest; the launch does not end before. */
  private double longestEnd;

  /** Whether all classes but the longest are done, so that nobody can help. */
  private boolean longestAlone;

  private double end;
  private double freesAt;

  /** How often JVMs have come or gone. */
  private int changes;

  private ServedLaunch(
      String launch, double startCost, double longest, int jvms, double sum, double longestEnd) {
    this.launch = launch;
    this.startCost = startCost;
    this.longest = longest;
    this.jvms = jvms;
    this.sum = sum;
    this.longestEnd = longestEnd;
    reckon();
  }

  /** As it is at the moment of the choice. */
  static ServedLaunch of(LaunchLoad load) {
    double startCost = LaunchLoad.ms(load.startCost());
    double busy = LaunchLoad.ms(load.busy());
    if (load.classes() == 0) {
      return new ServedLaunch(load.launch(), startCost, 0, load.jvms(), busy, 0);
    }
    double longest = LaunchLoad.ms(load.longest());
    // If the JVMs get free at even intervals around their mean, this is when the first does.
    double firstFree = 2 * busy / load.jvms() / (load.jvms() + 1);
    return new ServedLaunch(
        load.launch(),
        startCost,
        longest,
        load.jvms(),
        busy + LaunchLoad.ms(load.queued()),
        firstFree + longest);
  }

  /** Gets its first JVM, at that time. */
  static ServedLaunch startedAt(double time, WaitingLaunch waiting) {
    return new ServedLaunch(
        waiting.launch(),
        waiting.startCost(),
        waiting.longest(),
        1,
        time + waiting.size(),
        time + waiting.startCost() + waiting.longest());
  }

  ServedLaunch copy() {
    return new ServedLaunch(launch, startCost, longest, jvms, sum, longestEnd);
  }

  String launch() {
    return launch;
  }

  int changes() {
    return changes;
  }

  /** When the launch is done if it gets no further JVM. */
  double end() {
    return end;
  }

  /** When places of the launch get free, all of them but that of the longest class. */
  double freesAt() {
    return freesAt;
  }

  /** Whether a JVM that is started at that time is ready before the others are done. */
  boolean gainsByAnotherAt(double time) {
    return jvms > 0 && !longestAlone && sum / jvms > time + startCost;
  }

  void startAnotherAt(double time) {
    jvms++;
    sum += time + startCost;
    longestEnd = Math.min(longestEnd, time + startCost + longest);
    reckon();
  }

  /** Ends the JVMs whose places get free, and returns how many these are. */
  int free() {
    int freed = waitsForLongest() ? jvms - 1 : jvms;
    jvms -= freed;
    sum = longestEnd;
    longestAlone = true;
    changes++;
    freesAt = longestEnd;
    return freed;
  }

  boolean isDone() {
    return jvms == 0;
  }

  private void reckon() {
    changes++;
    end = Math.max(sum / jvms, longestEnd);
    freesAt = waitsForLongest() ? (sum - longestEnd) / (jvms - 1) : sum / jvms;
  }

  private boolean waitsForLongest() {
    return jvms > 1 && longestEnd > sum / jvms;
  }
}
