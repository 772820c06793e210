package io.rrrspec.worker.build;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Says in a line what is wrong with a project that cannot be prepared. */
final class BuildTool {
  private BuildTool() {}

  static void requireMaven(Path dir) {
    if (Files.isRegularFile(dir.resolve("pom.xml"))) {
      return;
    }
    for (String name : List.of("build.gradle", "build.gradle.kts")) {
      if (Files.exists(dir.resolve(name))) {
        throw new UsageException(
            "Gradle builds are not supported yet: give " + dir + " a pom.xml for Maven");
      }
    }
    throw new UsageException(
        "there is no pom.xml in "
            + dir
            + ": change to the directory of the project, or name it with --project (run) or packaging_dir (client start, flow run)");
  }

  private static final String MISSING_MODULE =
      "if it is a module of this build that Maven cannot find, it is left out by -pl: add -am";

  static RrrspecException failed(Path dir, MavenRun.Result result) {
    MavenOutput output = result.output();
    if (output.contains("No compiler is provided in this environment")) {
      return new UsageException(
          "Maven runs on a JRE, which cannot compile: install a JDK and set JAVA_HOME to it");
    }
    String hint = "correct what Maven says above";
    if (result.lacksModules()) {
      hint =
          EnclosingBuild.of(dir)
              .map(EnclosingBuild::hint)
              .orElse(EnclosingBuild.hasModules(dir) ? MISSING_MODULE : hint);
    }
    return ServiceException.ofProgram(
        "Maven could not build the project in " + dir + ": " + hint, output.failure());
  }
}
