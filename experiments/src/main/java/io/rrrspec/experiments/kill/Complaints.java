package io.rrrspec.experiments.kill;

import java.util.ArrayList;
import java.util.List;

/** What is not in SQL once and whole, counted by kind. */
final class Complaints {
  private final List<String> lines = new ArrayList<>();
  private int lost;
  private int twice;
  private int incomplete;

  /** A taskset that is not there. */
  void lost(String key) {
    lost++;
    lines.add(key + ": is not in SQL");
  }

  /** Something that is there more often than it should be. */
  void twice(String what) {
    twice++;
    lines.add(what);
  }

  /** A taskset that is there with something missing or changed. */
  void incomplete(String key, List<String> differences) {
    incomplete++;
    differences.forEach(difference -> lines.add(key + ": " + difference));
  }

  /** All of them in words; empty if all is well. */
  List<String> lines() {
    return lines;
  }

  @Override
  public String toString() {
    return "%d lost, %d double, %d incomplete".formatted(lost, twice, incomplete);
  }
}
