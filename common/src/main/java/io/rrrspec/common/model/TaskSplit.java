package io.rrrspec.common.model;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of dividing a class in a run.
 *
 * @param parts how many parts it had; 2 or more
 * @param whole why it ran as a whole after all, in one line; null: its parts have decided it, or it
 *     is not decided
 * @param classFiles a digest of the class files that its parts were meant for; null: nobody knows
 *     them
 */
public record TaskSplit(int parts, @Nullable String whole, @Nullable String classFiles) {
  /** Why a slave refuses a part of a class that is not the one that was recorded. */
  public static final String OTHER_FILES =
      "its slave has other class files than those that its tests were recorded with";

  /** As {@code parts.lua} has it. */
  private static final String STOPPED = "it was stopped";

  private static final String PART = "its part ";
  private static final String FAILED = " failed";
  private static final String LOST = " was lost ";

  /** As slaves say it: a run as a whole learns the new names. */
  private static final String RENAMED = " names no method that has a test";

  /** Reads the fields of a task; null if it was not divided. */
  public static @Nullable TaskSplit parse(
      int parts, @Nullable String whole, @Nullable String classFiles) {
    return parts < 2 ? null : new TaskSplit(parts, emptyToNull(whole), emptyToNull(classFiles));
  }

  private static @Nullable String emptyToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  /** Whether its parts have decided it, if it is decided. */
  public boolean inParts() {
    return whole == null;
  }

  /** Whether it ran as a whole since a part of it had failed. */
  public boolean aPartFailed() {
    return whole != null && whole.startsWith(PART) && whole.endsWith(FAILED);
  }

  /** Whether a slave has refused a part, as it has other class files. */
  public boolean refusedForOtherFiles() {
    return OTHER_FILES.equals(whole);
  }

  /** Whether it is of no use to divide it again as long as it stays as it is. */
  public boolean refusesSplits() {
    return whole != null
        && !whole.equals(STOPPED)
        && !refusedForOtherFiles()
        && !whole.contains(LOST)
        && !whole.contains(RENAMED);
  }
}
