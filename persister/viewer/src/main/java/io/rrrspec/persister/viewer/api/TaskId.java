package io.rrrspec.persister.viewer.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which task an address asks for.
 *
 * @param run its run: a number, a UUID or a key
 * @param taskNo its number in the run, from 1
 */
record TaskId(String run, int taskNo) {
  /** From the right: a UUID has the same sign between its parts. */
  private static final Pattern SHAPE = Pattern.compile("(.+)-([1-9][0-9]{0,8})");

  /** Empty if this is the id of no task. */
  static Optional<TaskId> parse(String text) {
    Matcher parts = SHAPE.matcher(text);
    return parts.matches()
        ? Optional.of(new TaskId(parts.group(1), Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }
}
