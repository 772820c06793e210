package io.rrrspec.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that a test or an experiment runs in, wherever in it. */
public final class Checkout {
  private static final Path ROOT = find();

  private Checkout() {}

  /** Returns the directory with the root pom.xml. */
  public static Path root() {
    return ROOT;
  }

  /** Returns a file of the documentation, such as {@code operations.md}. */
  public static Path doc(String name) {
    return ROOT.resolve("docs").resolve(name);
  }

  /** Returns a program of the directory scripts. */
  public static Path script(String name) {
    return ROOT.resolve("scripts").resolve(name);
  }

  /** Returns a small project that tests run; copy it before anything is written to it. */
  public static Path project(String name) {
    return ROOT.resolve("test-support/projects").resolve(name);
  }

  /** Returns the built distribution, which client's build makes in its phase package. */
  public static Path distribution() {
    return ROOT.resolve("client/target/rrrspec-java");
  }

  private static Path find() {
    Path here = Path.of("").toAbsolutePath();
    for (Path dir = here; dir != null; dir = dir.getParent()) {
      if (Files.isDirectory(dir.resolve("test-support/projects"))) {
        return dir;
      }
    }
    throw new IllegalStateException("there is no test-support/projects in or above " + here);
  }
}
