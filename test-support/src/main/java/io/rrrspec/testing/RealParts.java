package io.rrrspec.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Programs that a person's machine may lack: then a test is skipped; a build server has them. */
public final class RealParts {
  private RealParts() {}

  public static void require(String program) {
    boolean there = false;
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      there |= Files.isExecutable(Path.of(directory, program));
    }
    if ("true".equals(System.getenv("CI")) && !there) {
      throw new AssertionError("there is no " + program + ": install it");
    }
    assumeTrue(there, "there is no " + program);
  }
}
