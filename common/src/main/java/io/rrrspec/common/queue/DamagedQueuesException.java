package io.rrrspec.common.queue;

import io.rrrspec.common.ServiceException;
import java.util.List;

/** What Redis has of the queues cannot be read, or not all of it. */
public final class DamagedQueuesException extends ServiceException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param damaged what cannot be read, for people
   */
  public DamagedQueuesException(List<String> damaged) {
    super(
        "what Redis has of the queues cannot be read ("
            + String.join(", ", damaged)
            + "): delete the fields version and setup of its key queues, and set the queues up"
            + " again");
  }
}
