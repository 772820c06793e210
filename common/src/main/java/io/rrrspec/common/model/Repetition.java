package io.rrrspec.common.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of many runs of a test in one taskset. A taskset has each spec_file once, so its tasks are
 * named {@code spec_file#number}; only in a taskset whose field {@code repeat} is set.
 *
 * @param specFile what is run
 * @param number which run of it this is, from 1
 */
public record Repetition(String specFile, int number) {
  private static final Pattern NAME = Pattern.compile("(.*)#([0-9]{1,9})", Pattern.DOTALL);

  /** In which JVM a repetition runs. */
  public enum Jvm {
    /** Each in one of its own. */
    FRESH,
    /** All in the same one, as long as that lives. */
    SAME
  }

  /**
   * Reads the name of a task.
   *
   * @throws IllegalArgumentException if it is no name of a repetition
   */
  public static Repetition parse(String task) {
    Matcher name = NAME.matcher(task);
    if (!name.matches()) {
      throw new IllegalArgumentException("no repetition: " + task);
    }
    return new Repetition(name.group(1), Integer.parseInt(name.group(2)));
  }

  /** The name of its task. */
  public String task() {
    return specFile + "#" + number;
  }
}
