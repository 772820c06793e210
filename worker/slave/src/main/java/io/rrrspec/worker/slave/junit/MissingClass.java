package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Says of a test class that cannot be found what that means, and leaves a note beside what prepare
 * has written: the next prepare, or the worker before it, makes everything anew.
 */
public final class MissingClass {
  /** For a JVM that no prepared project has started. */
  static final MissingClass WITHOUT_PROJECT = new MissingClass(null);

  private static final String MARKER = "distrusted";

  private final @Nullable Path projectDir;

  private MissingClass(@Nullable Path projectDir) {
    this.projectDir = projectDir;
  }

  /**
   * Makes one.
   *
   * @param projectDir the directory of the prepared project; null if there is none
   */
  public static MissingClass in(@Nullable String projectDir) {
    return projectDir == null ? WITHOUT_PROJECT : new MissingClass(Path.of(projectDir));
  }

  /** Why the class is missing, in one line; leaves the note. */
  String reason(String name) {
    String missing = "class " + name + " is not on the test class path";
    if (projectDir == null) {
      return missing;
    }
    String why =
        wasMade(projectDir, name)
            ? " any more: the build had made it, so a test or another program has deleted it"
            : ": the build on this machine has not made it";
    return missing + why + (leaveNote(projectDir, name) ? "; the next run compiles all anew" : "");
  }

  private static boolean wasMade(Path projectDir, String name) {
    try {
      return Project.read(projectDir).classes().contains(name);
    } catch (RrrspecException e) {
      return false;
    }
  }

  private static boolean leaveNote(Path projectDir, String name) {
    try {
      Files.writeString(
          Project.directory(projectDir).resolve(MARKER),
          "class " + name + " was missing in the last run, so that all is compiled anew\n");
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
