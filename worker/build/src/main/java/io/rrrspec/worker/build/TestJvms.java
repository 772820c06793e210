package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.jdk.Jdk;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Checks that the JVM of the tests can run a slave, and its launcher of JUnit. */
final class TestJvms {
  private static final int OLDEST = 11;

  /** The first Java that JUnit 6 runs on. */
  private static final int OF_JUNIT_6 = 17;

  private static final Pattern JUNIT_6 =
      Pattern.compile(".*/junit-platform-(?:commons|engine|launcher)-([6-9]|\\d\\d)\\.[^/]*[.]jar");

  private TestJvms() {}

  /**
   * Does so for all executions of a project. A JVM whose directory does not tell its version is
   * taken to be new enough.
   *
   * @throws UsageException if one of them is missing or too old
   */
  static void check(Project project) {
    for (ProjectModule module : project.modules()) {
      for (TestExecution execution : module.executions()) {
        check(
            module.dir().isEmpty() ? execution.id() : module.dir() + ": " + execution.id(),
            execution.jvm());
      }
    }
  }

  static void check(String who, TestJvm jvm) {
    Path java = Path.of(jvm.java());
    if (!Files.isExecutable(java)) {
      throw new UsageException(who + ": the JVM of the tests is missing: " + java);
    }
    int version = Jdk.ofJava(java).map(Jdk::version).orElse(Integer.MAX_VALUE);
    if (version < OLDEST) {
      throw new UsageException(
          tooOld(who, version, java) + "rrrspec-java needs " + OLDEST + " or newer there");
    }
    if (version < OF_JUNIT_6
        && jvm.classPath().stream().anyMatch(entry -> JUNIT_6.matcher(entry).matches())) {
      throw new UsageException(
          tooOld(who, version, java)
              + "JUnit 6, which is on their class path, needs "
              + OF_JUNIT_6
              + " or newer: use JUnit 5, or a newer JDK");
    }
  }

  private static String tooOld(String who, int version, Path java) {
    return who + ": the tests run on Java " + version + " (" + java + "); ";
  }
}
