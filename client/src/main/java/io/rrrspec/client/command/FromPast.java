package io.rrrspec.client.command;

import org.jspecify.annotations.Nullable;

/** What of a past run is run again, as it was. */
public sealed interface FromPast {
  /**
   * A class that failed after others: which of them make it fail is searched.
   *
   * @param className its name, or the end of it
   * @param run the key or id of the run in which it failed; null: the newest one in which it did
   */
  record Bisect(String className, @Nullable String run) implements FromPast {}

  /**
   * All that one JVM ran, in the same order in one JVM.
   *
   * @param run the key or id of the run
   * @param slave which of its JVMs, from 1, in the order in which they began; null: its only one
   */
  record Replay(String run, @Nullable Integer slave) implements FromPast {}
}
