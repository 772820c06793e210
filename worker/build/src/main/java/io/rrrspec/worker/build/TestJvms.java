package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that the JVM of the tests can run a slave. */
final class TestJvms {
  private static final int OLDEST = 17;
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(?:1\\.)?(\\d+)");

  private TestJvms() {}

  static void requireJava17(Project project) {
    for (ProjectModule module : project.modules()) {
      for (TestExecution execution : module.executions()) {
        require(
            module.dir().isEmpty() ? execution.id() : module.dir() + ": " + execution.id(),
            execution.jvm());
      }
    }
  }

  private static void require(String who, TestJvm jvm) {
    Path java = Path.of(jvm.java());
    if (!Files.isExecutable(java)) {
      throw new UsageException(who + ": the JVM of the tests is missing: " + java);
    }
    if (version(java) < OLDEST) {
      throw new UsageException(
          who
              + ": the tests run on Java "
              + version(java)
              + " ("
              + java
              + "); rrrspec-java needs 17 or newer there");
    }
  }

  /** From the file that every JDK has beside its bin; without it, it is taken to be new enough. */
  private static int version(Path java) {
    Path bin = java.getParent();
    try {
      Path release = bin == null ? null : bin.resolveSibling("release");
      List<String> lines =
          release == null || !Files.exists(release) ? List.of() : Files.readAllLines(release);
      Matcher matcher = VERSION.matcher(String.join("\n", lines));
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : OLDEST;
    } catch (IOException e) {
      return OLDEST;
    }
  }
}
