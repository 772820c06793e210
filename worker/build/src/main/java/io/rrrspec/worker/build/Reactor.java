package io.rrrspec.worker.build;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The build that a project may be a module of. */
final class Reactor {
  private Reactor() {}

  /**
   * The outermost directory above the project up to which every one has a pom.xml, within one
   * checkout; null if there is none. Only Maven can tell whether the project is a module of it.
   */
  static @Nullable Path of(Path projectDir) {
    Path found = null;
    Path dir = projectDir;
    while (!Files.exists(dir.resolve(".git"))) {
      dir = dir.getParent();
      if (dir == null || !Files.isRegularFile(dir.resolve("pom.xml"))) {
        break;
      }
      found = dir;
    }
    return found;
  }
}
