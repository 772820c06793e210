package io.rrrspec.worker.extension;

import java.io.File;
import java.util.List;
import org.apache.maven.project.MavenProject;

/**
 * Modules of Java's module system. Java names a jar by its manifest, its file or the descriptor of
 * a version of Java in it; a directory of classes only by a descriptor in the directory itself.
 */
final class NamedModules {
  private static final String DESCRIPTOR = "module-info.java";

  private NamedModules() {}

  /** Whether the main classes have a descriptor, which may be compiled for newer versions alone. */
  static boolean hasDescriptor(MavenProject project) {
    if (isNamedInClasses(project)) {
      return true;
    }
    // Such as src/main/java9.
    File[] roots = new File(project.getBasedir(), "src/main").listFiles(File::isDirectory);
    if (roots != null) {
      for (File root : roots) {
        if (new File(root, DESCRIPTOR).isFile()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the tests have a descriptor of their own. */
  static boolean areTestsNamed(MavenProject project) {
    return isIn(project.getTestCompileSourceRoots());
  }

  /** Whether the directory of classes will be a named module. */
  static boolean isNamedInClasses(MavenProject project) {
    return isIn(project.getCompileSourceRoots());
  }

  private static boolean isIn(List<String> roots) {
    return roots.stream().anyMatch(root -> new File(root, DESCRIPTOR).isFile());
  }
}
