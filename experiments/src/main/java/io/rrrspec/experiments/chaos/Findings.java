package io.rrrspec.experiments.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was found wrong, by what it means, each with the words for people. */
final class Findings {
  /** What can be wrong. */
  enum Wrong {
    /** A task was asked for and has no outcome, or one that nobody has seen. */
    LOST("lost"),
    /** Something was counted or kept twice. */
    DOUBLE("double"),
    /** The end was not reached within its bound. */
    HUNG("hung"),
    /** An outcome is not what it has to be. */
    VERDICT("wrong verdicts"),
    /** SQL and Redis do not say the same. */
    SQL("differences between Redis and SQL"),
    /** Somebody who lived was called dead, though nothing but what kills nobody had happened. */
    BURIED("called dead and alive"),
    /** A process, key or directory is left behind. */
    LEFT("left behind");

    private final String text;

    Wrong(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private final Map<Wrong, List<String>> found = new EnumMap<>(Wrong.class);
  private final PlaceCount places = new PlaceCount();
  private int tasksets;
  private int tasks;
  private int trials;
  private int explained;
  private int unexplained;
  private int severalLaunches;
  private int merged;
  private int whole;

  synchronized void add(Wrong wrong, String words) {
    found.computeIfAbsent(wrong, w -> new ArrayList<>()).add(words);
    System.err.println("  " + wrong.text() + ": " + words);
  }

  synchronized void counted(int moreTasks, int moreTrials) {
    tasksets++;
    tasks += moreTasks;
    trials += moreTrials;
  }

  /** A taskset had several launches. */
  synchronized void severalLaunches() {
    severalLaunches++;
  }

  int ofSeveralLaunches() {
    return severalLaunches;
  }

  /**
   * A class was divided.
   *
   * @param byParts whether its parts have decided it
   */
  synchronized void divided(boolean byParts) {
    merged += byParts ? 1 : 0;
    whole += byParts ? 0 : 1;
  }

  int inParts() {
    return merged;
  }

  int wholeAfterAll() {
    return whole;
  }

  /** A class was found to fail only after others. */
  synchronized void explained() {
    explained++;
  }

  /** A look at a class has come to no such end. */
  synchronized void unexplained() {
    unexplained++;
  }

  int ordered() {
    return explained;
  }

  int unordered() {
    return unexplained;
  }

  /** Why workers were given runs. */
  PlaceCount places() {
    return places;
  }

  List<String> of(Wrong wrong) {
    return found.getOrDefault(wrong, List.of());
  }

  boolean isClean() {
    return found.isEmpty();
  }

  int tasksets() {
    return tasksets;
  }

  int tasks() {
    return tasks;
  }

  int trials() {
    return trials;
  }
}
