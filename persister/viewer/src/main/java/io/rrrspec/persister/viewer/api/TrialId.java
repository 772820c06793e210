package io.rrrspec.persister.viewer.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which trial an address asks for.
 *
 * @param task its task
 * @param trialNo its number in the task, from 0
 */
record TrialId(TaskId task, int trialNo) {
  private static final Pattern SHAPE = Pattern.compile("(.+)-(0|[1-9][0-9]{0,8})");

  /** Empty if this is the id of no trial. */
  static Optional<TrialId> parse(String text) {
    Matcher parts = SHAPE.matcher(text);
    return parts.matches()
        ? TaskId.parse(parts.group(1))
            .map(task -> new TrialId(task, Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }
}
