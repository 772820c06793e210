package io.rrrspec.client.remote;

import io.rrrspec.common.ServiceException;
import java.time.Duration;

/**
 * Notices that Redis has lost the activation of a run that somebody waits for: the run is not over,
 * and no server will ever look at it.
 */
final class LostRun {
  private static final long LOOK_EVERY = Duration.ofSeconds(5).toNanos();

  private final Fleet fleet;
  private final String key;
  private long looked = System.nanoTime();
  private boolean suspected;

  LostRun(Fleet fleet, String key) {
    this.fleet = fleet;
    this.key = key;
  }

  /**
   * Looks, every few seconds. A client of another implementation lists its runs after it has
   * written them, so one look is not enough.
   *
   * @throws ServiceException if the run is lost
   */
  void look() {
    if (System.nanoTime() - looked < LOOK_EVERY) {
      return;
    }
    looked = System.nanoTime();
    // The status last: a run that ends between the two is over.
    boolean listed = fleet.stores().tasksets().active().contains(key);
    boolean over =
        fleet.stores().tasksets().status(key).map(status -> status.isFinal()).orElse(true);
    if (listed || over) {
      suspected = false;
    } else if (suspected) {
      throw new ServiceException(
          "the run "
              + key
              + " is not active any more, and not over: Redis at "
              + fleet.address()
              + " has lost its last writes; start it again");
    } else {
      suspected = true;
    }
  }

  /** What is said of a run of which Redis knows nothing any more. */
  static ServiceException gone(Fleet fleet, String key) {
    return new ServiceException(
        "the run "
            + key
            + " is gone: Redis at "
            + fleet.address()
            + " was emptied, or has lost its last writes; start it again");
  }
}
