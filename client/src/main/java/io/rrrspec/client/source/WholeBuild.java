package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a run may begin although a part of its build has failed. */
public final class WholeBuild {
  private WholeBuild() {}

  /**
   * Chooses classes, and says what may be the matter if there are none.
   *
   * @param broken why the run is red in any case; null: it is not
   * @throws UsageException if a pattern fits no class of a build that is whole
   * @throws ServiceException if it may mean one of a module that could not be built
   */
  public static TestChoice choose(
      List<TestClass> all, List<String> patterns, Path project, @Nullable String broken) {
    try {
      return PatternSelection.choose(all, patterns, project);
    } catch (UsageException e) {
      if (broken == null) {
        throw e;
      }
      throw new ServiceException(e.getMessage() + "; " + broken, e);
    }
  }

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
