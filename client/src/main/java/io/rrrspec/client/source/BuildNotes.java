package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.BrokenModule;
import io.rrrspec.common.project.Project;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the build of a project has to say to whoever runs its tests. */
public final class BuildNotes {
  private BuildNotes() {}

  /** Tells which modules could not be built, then what is not honoured, in a line each. */
  public static void tell(Project project, Consumer<String> say) {
    for (BrokenModule module : project.broken()) {
      say.accept(
          "error: module "
              + module.name()
              + (module.why().isEmpty()
                  ? " needs a module that could not be built"
                  : " could not be built: " + module.why().lines().findFirst().orElse("")));
    }
    project.warnings().forEach(warning -> say.accept("warning: " + warning));
  }

  /**
   * Stops before anything runs, if that is what is wanted after the first failure.
   *
   * @param broken why the run is red in any case; null: it is not
   * @param failFast after how many failures nothing begins any more; null: everything is run
   * @param tasks how many tasks would be run
   * @throws ServiceException if a part of the build has failed, and nothing is to be run then
   */
  public static void requireWhole(@Nullable String broken, @Nullable Integer failFast, int tasks) {
    if (broken != null && (failFast != null || tasks == 0)) {
      throw new ServiceException(
          broken + (failFast == null ? "" : "; nothing else was run, because of --fail-fast"));
    }
  }
}
