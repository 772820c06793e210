package io.rrrspec.client.source;

import org.jspecify.annotations.Nullable;

/**
 * What a run was asked for besides which tests it runs, and by how many slaves.
 *
 * @param order in which the tasks are served
 * @param listing whether the tasks are only listed; null: they are run
 * @param changedSince only classes that have changed since this commit of Git; null: all
 * @param reports whether reports go to where Surefire would put them if no other place was named
 * @param json whether the run is printed as JSON in place of a table, as docs/run-json.md describes
 *     it
 */
public record RunExtras(
    OrderChoice order,
    @Nullable Listing listing,
    @Nullable String changedSince,
    boolean reports,
    boolean json) {
  /** Nothing of it was asked for. */
  public static final RunExtras NONE = new RunExtras(OrderChoice.LONGEST, null, null, true, false);

  /**
   * Makes them of what stands on a command line.
   *
   * @param json whether the list, or else the run, is printed as JSON
   * @throws io.rrrspec.common.UsageException if the order is none
   */
  public static RunExtras of(
      String order, boolean list, boolean json, @Nullable String changedSince, boolean reports) {
    Listing listing = list ? (json ? Listing.JSON : Listing.TEXT) : null;
    return new RunExtras(OrderChoice.parse(order), listing, changedSince, reports, json && !list);
  }

  /** How a list of the tasks is printed. */
  public enum Listing {
    /** For people. */
    TEXT,
    /** As docs/run-json.md describes it. */
    JSON
  }
}
