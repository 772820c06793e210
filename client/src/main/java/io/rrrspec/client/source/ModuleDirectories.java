package io.rrrspec.client.source;

import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The directories of a project's modules, of which one may lie in another.
 *
 * @param dirs relative to the project, with slashes; empty for the project itself
 */
record ModuleDirectories(Set<String> dirs) {
  ModuleDirectories {
    dirs = Set.copyOf(dirs);
  }

  static ModuleDirectories of(Project project) {
    return new ModuleDirectories(
        project.modules().stream().map(ProjectModule::dir).collect(Collectors.toSet()));
  }

  /**
   * Finds the module that a file belongs to: the deepest one around it.
   *
   * @param path relative to the project, with slashes
   * @return the module's directory; empty if no module with tests is around the file
   */
  Optional<String> around(String path) {
    for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      String dir = path.substring(0, slash);
      if (dirs.contains(dir)) {
        return Optional.of(dir);
      }
    }
    return dirs.contains("") ? Optional.of("") : Optional.empty();
  }
}
