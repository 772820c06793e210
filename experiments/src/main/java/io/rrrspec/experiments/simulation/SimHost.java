package io.rrrspec.experiments.simulation;

import java.util.HashSet;
import java.util.Set;

/** A host of the simulation; it may be cut off from the others for a while. */
final class SimHost {
  private final String name;
  private final Set<SimProcess> untidy = new HashSet<>();
  private long cutUntil;

  SimHost(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** A process leaves something behind that lasts until it ends. */
  void litteredBy(SimProcess process) {
    untidy.add(process);
  }

  /** Whether another process that lives has left something behind. */
  boolean isUntidyBeside(SimProcess process) {
    untidy.removeIf(SimProcess::isDead);
    return untidy.stream().anyMatch(other -> other != process);
  }

  void cut(long untilMillis) {
    cutUntil = untilMillis;
  }

  boolean isCut(long millis) {
    return millis < cutUntil;
  }
}
