package io.rrrspec.worker.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The build that a directory is a module of. Its other modules are known only from its root.
 *
 * @param root the directory of the outermost pom.xml that leads to the module
 * @param module the module's directory
 */
record EnclosingBuild(Path root, Path module) {
  /** The root names a module of three directories at most: {@code a/b/c}. */
  private static final int MOST_LEVELS = 3;

  /** Looks for it in the directories above; nothing if no pom.xml there names this one. */
  static Optional<EnclosingBuild> of(Path dir) {
    Path module = dir.toAbsolutePath().normalize();
    Path root = module;
    Optional<Path> above = parent(root);
    while (above.isPresent()) {
      root = above.get();
      above = parent(root);
    }
    return root.equals(module) ? Optional.empty() : Optional.of(new EnclosingBuild(root, module));
  }

  /** The nearest directory above whose pom.xml names this one as a module. */
  private static Optional<Path> parent(Path dir) {
    Path above = dir.getParent();
    for (int level = 0; above != null && level < MOST_LEVELS; level++) {
      if (names(above.resolve("pom.xml"), above.relativize(dir).toString())) {
        return Optional.of(above);
      }
      above = above.getParent();
    }
    return Optional.empty();
  }

  /** Whether the pom.xml of a directory names modules, of which a build may leave some out. */
  static boolean hasModules(Path dir) {
    return contains(dir.resolve("pom.xml"), "<module>");
  }

  private static boolean names(Path pom, String module) {
    return contains(pom, "<module>" + module + "</module>");
  }

  private static boolean contains(Path pom, String text) {
    try {
      return Files.isRegularFile(pom)
          && Files.readString(pom, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      // Only a hint depends on it.
      return false;
    }
  }

  /** What to do instead of building the module alone. */
  String hint() {
    return "it is a module of the build in "
        + root
        + ": go there, and ask for "
        + root.relativize(module)
        + "/";
  }
}
