package io.rrrspec.experiments.simulation;

/** A host of the simulation; it may be cut off from the others for a while. */
final class SimHost {
  private final String name;
  private long cutUntil;

  SimHost(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void cut(long untilMillis) {
    cutUntil = untilMillis;
  }

  boolean isCut(long millis) {
    return millis < cutUntil;
  }
}
