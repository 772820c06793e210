package io.rrrspec.experiments.change;

import org.jspecify.annotations.Nullable;

/**
 * One kind of change.
 *
 * @param name for the command line
 * @param what changes, for people
 * @param why Maven becomes red, or stays green
 * @param project the green project that it begins with
 * @param expected what Maven has to say afterwards
 * @param quiet whether nothing relevant changes, so that prepare and set-up have to be skipped
 * @param fromClean whether Maven is red in a fresh clone only, and so has to be the worker
 * @param notSent the page that says why a worker cannot see this change; null if it has to
 * @param change makes it
 */
record Kind(
    String name,
    String what,
    String why,
    GreenProject project,
    Expected expected,
    boolean quiet,
    boolean fromClean,
    @Nullable String notSent,
    Change change) {

  /** What Maven has to say after a change: else the kind does not try what it says. */
  enum Expected {
    RED,
    GREEN,
    /** It depends on Maven and its plugins; what counts is that we say the same. */
    EITHER
  }

  /** A change that makes Maven red. */
  static Kind red(GreenProject project, String name, String what, String why, Change change) {
    return new Kind(name, what, why, project, Expected.RED, false, false, null, change);
  }

  /** A change after which Maven stays green. */
  static Kind green(GreenProject project, String name, String what, String why, Change change) {
    return new Kind(name, what, why, project, Expected.GREEN, false, false, null, change);
  }

  /** A change that Maven may or may not notice. */
  static Kind either(GreenProject project, String name, String what, String why, Change change) {
    return new Kind(name, what, why, project, Expected.EITHER, false, false, null, change);
  }

  /** Nothing relevant changes, so nothing may be prepared. */
  Kind withoutPreparing() {
    return new Kind(name, what, why, project, expected, true, fromClean, notSent, change);
  }

  /** Maven stays green only for what it has left behind: in a fresh clone it is red. */
  Kind redFromClean() {
    return new Kind(name, what, why, project, expected, quiet, true, notSent, change);
  }

  /** What changes is not sent to workers, as a page of the documentation says. */
  Kind notSentBy(String page) {
    return new Kind(name, what, why, project, expected, quiet, fromClean, page, change);
  }
}
