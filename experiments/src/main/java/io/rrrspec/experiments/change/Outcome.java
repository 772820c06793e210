package io.rrrspec.experiments.change;

import java.util.EnumSet;
import java.util.Set;

/**
 * What came of one change.
 *
 * @param kind of the change
 * @param number of the change among those of its kind, from 1
 * @param maven exit code of {@code mvn test}
 * @param fresh exit code of {@code mvn test} in a fresh clone, or that of the other if there is
 *     none
 * @param run exit code of {@code run}
 * @param client exit code of {@code client start --wait}
 * @param prepared whether {@code run} called Maven
 * @param setUp whether the worker did
 * @param shortcuts whether both would have skipped that without the change
 */
record Outcome(
    Kind kind,
    int number,
    int maven,
    int fresh,
    int run,
    int client,
    boolean prepared,
    boolean setUp,
    boolean shortcuts) {

  /** What can be wrong. */
  enum Wrong {
    /** Maven is red and {@code run} is green. */
    RUN_LIES("run is green"),
    /** Maven is red and {@code client start} is green. */
    CLIENT_LIES("client start is green"),
    /** Maven is green and {@code run} is red. */
    RUN_FALSELY_RED("run is red"),
    /** Maven is green and {@code client start} is red. */
    CLIENT_FALSELY_RED("client start is red"),
    /** Nothing relevant has changed, and yet {@code run} called Maven. */
    RUN_PREPARES("run prepares for nothing"),
    /** Nothing relevant has changed, and yet the worker set up. */
    WORKER_SETS_UP("the worker sets up for nothing"),
    /** A command did not end. */
    HANGS("a command hangs"),
    /** Maven says something else than the kind: the harness is wrong. */
    KIND("the kind is wrong");

    private final String words;

    Wrong(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  boolean isRed() {
    return maven != 0;
  }

  /** Whether a worker could not see the change, as the documentation says. */
  boolean isExcused() {
    return kind.notSent() != null && isRed() && client == 0;
  }

  /** All that is wrong. */
  Set<Wrong> wrongs() {
    Set<Wrong> wrongs = EnumSet.noneOf(Wrong.class);
    if (maven == Commands.HANGS
        || fresh == Commands.HANGS
        || run == Commands.HANGS
        || client == Commands.HANGS) {
      wrongs.add(Wrong.HANGS);
      return wrongs;
    }
    Kind.Expected expected = kind.expected();
    if (expected != Kind.Expected.EITHER && isRed() != (expected == Kind.Expected.RED)) {
      wrongs.add(Wrong.KIND);
    }
    if (kind.fromClean() && fresh == 0) {
      wrongs.add(Wrong.KIND);
    }
    if (fresh != 0) {
      add(wrongs, client == 0 && !isExcused(), Wrong.CLIENT_LIES);
    } else {
      add(wrongs, client != 0, Wrong.CLIENT_FALSELY_RED);
    }
    if (isRed()) {
      add(wrongs, run == 0, Wrong.RUN_LIES);
    } else {
      add(wrongs, run != 0, Wrong.RUN_FALSELY_RED);
      add(wrongs, kind.quiet() && prepared, Wrong.RUN_PREPARES);
      add(wrongs, kind.quiet() && setUp, Wrong.WORKER_SETS_UP);
    }
    return wrongs;
  }

  private static void add(Set<Wrong> wrongs, boolean condition, Wrong wrong) {
    if (condition) {
      wrongs.add(wrong);
    }
  }

  @Override
  public String toString() {
    return "%s %d: mvn test %d%s, run %d%s, client start %d%s%s"
        .formatted(
            kind.name(),
            number,
            maven,
            kind.fromClean() ? ", in a fresh clone " + fresh : "",
            run,
            prepared ? " (prepared)" : "",
            client,
            setUp ? " (set up)" : "",
            isExcused() ? ": not sent, " + kind.notSent() : "");
  }
}
