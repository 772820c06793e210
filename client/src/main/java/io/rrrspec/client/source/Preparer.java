package io.rrrspec.client.source;

import io.rrrspec.common.project.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Asks a project's build what it would run, and has it compile the tests. */
@FunctionalInterface
public interface Preparer {

  /**
   * Does that, or nothing where nothing has changed since the last time.
   *
   * @param progress gets a line for a person when something starts that takes a while
   * @throws io.rrrspec.common.UsageException if this is no project that can be built
   * @throws io.rrrspec.common.ServiceException if the build fails
   */
  Project prepare(Path project, Consumer<String> progress);

  /**
   * The same, which takes somebody's word for plugins of the build: while files and settings are
   * the same, they need not run again.
   *
   * @param plugins as group:artifact
   */
  default Preparer vouching(List<String> plugins) {
    return this;
  }
}
