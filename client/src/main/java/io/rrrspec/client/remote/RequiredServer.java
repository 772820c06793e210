package io.rrrspec.client.remote;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.service.ServerPresence;

/** Refuses to start a run that no server of ours would judge and save. */
final class RequiredServer {
  private RequiredServer() {}

  /**
   * Returns as soon as a server of ours lives, or the end of this process was asked for.
   *
   * @throws ServiceException if none comes for as long as a restart of one takes
   */
  static void await(Fleet fleet, EndRequests end) {
    boolean served =
        ServerPresence.await(
            fleet.stores().servers(), ServerPresence.RESTART, () -> end.count() > 0);
    if (!served && end.count() == 0) {
      throw new ServiceException(
          "no rrrspec-java server lives at "
              + fleet.address()
              + ": start one (rrrspec-java server); a server of Ruby rrrspec cannot save the runs of"
              + " this client");
    }
  }
}
