package io.rrrspec.client.source;

import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Asks a project's build what it would run, and has it compile the tests. */
@FunctionalInterface
public interface Preparer {

  /**
   * Does that, or nothing where nothing has changed since the last time.
   *
   * @param settings what the user has decided about the build
   * @param progress gets a line for a person when something starts that takes a while
   * @throws io.rrrspec.common.UsageException if this is no project that can be built
   * @throws io.rrrspec.common.ServiceException if the build fails
   */
  Project prepare(Path project, PrepareSettings settings, Consumer<String> progress);
}
