package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import org.jspecify.annotations.Nullable;

/** Whether a run may begin although a part of its build has failed. */
public final class WholeBuild {
  private WholeBuild() {}

  /**
   * Stops before anything runs, if that is what is wanted after the first failure.
   *
   * @param broken why the run is red in any case; null: it is not
   * @param failFast after how many failures nothing begins any more; null: everything is run
   * @param tasks how many tasks would be run
   * @throws ServiceException if a part of the build has failed, and nothing is to be run then
   */
  public static void require(@Nullable String broken, @Nullable Integer failFast, int tasks) {
    if (broken != null && (failFast != null || tasks == 0)) {
      throw new ServiceException(
          broken + (failFast == null ? "" : "; nothing else was run, because of --fail-fast"));
    }
  }
}
