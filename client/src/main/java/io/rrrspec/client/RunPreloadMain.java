package io.rrrspec.client;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.common.files.Removal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Loads what a run needs, by running the tests of a project that it makes up, twice, and ends: run
 * once with <code>-XX:ArchiveClassesAtExit</code>, so that later runs start quicker.
 *
 * <p>The project has a Maven of its own, which says of it what the extension of a real one would.
 * Its one class has no tests, and its JVM no JUnit: the run fails, and all of it is done but the
 * tests themselves. The second run finds everything prepared, and has the first one's record.
 */
public final class RunPreloadMain {
  /** Behind a busy machine's tests, for whose sake this has the lowest priority. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final String CLASS_FILE = "RunPreloadMain.class";

  /** What the extension notes besides the facts: nothing that the next run could find changed. */
  private static final Map<String, Object> INPUTS =
      Map.of("mojos", List.of(), "configured", List.of(), "repositoryFiles", Map.of());

  private static final String MAVEN =
      """
      #!/bin/sh
      for word; do
        case $word in -Drrrspec.prepare.out=*) out=${word#*=} ;; esac
      done
      cp inputs "${out%/*}/inputs.json" && cp facts "$out"
      """;

  private RunPreloadMain() {}

  /**
   * Does so.
   *
   * @param args an empty directory that is deleted in the end, with all that {@code XDG_DATA_HOME}
   *     and {@code XDG_CACHE_HOME} have
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path scratch = Path.of(args[0]).toRealPath();
    if (!System.getenv("XDG_DATA_HOME").startsWith(args[0])) {
      throw new IllegalStateException("the record of a user's runs is no place for these");
    }
    endLater();
    try {
      Path project = project(Files.createDirectory(scratch.resolve("project")));
      for (int i = 0; i < 2; i++) {
        int unused = ClientMain.run("run", "--project", project.toString());
      }
    } finally {
      Removal.of(scratch);
    }
    System.exit(0);
  }

  /** What is loaded until then is better than no archive at all. */
  private static void endLater() {
    Thread end =
        new Thread(
            () -> {
              try {
                Thread.sleep(LIMIT.toMillis());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              System.exit(0);
            },
            "limit");
    end.setDaemon(true);
    end.start();
  }

  private static Path project(Path directory) throws IOException {
    Path classFile = directory.resolve("target/test-classes/io/rrrspec/client").resolve(CLASS_FILE);
    Files.createDirectories(classFile.getParent());
    try (InputStream bytes = RunPreloadMain.class.getResourceAsStream(CLASS_FILE)) {
      Files.write(classFile, Objects.requireNonNull(bytes).readAllBytes());
    }
    JsonMapper json = new JsonMapper();
    Files.writeString(directory.resolve("pom.xml"), "<project/>\n");
    Files.writeString(directory.resolve("facts"), json.writeValueAsString(facts(directory)));
    Files.writeString(directory.resolve("inputs"), json.writeValueAsString(INPUTS));
    Path maven = Files.writeString(directory.resolve("mvnw"), MAVEN);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
    return directory;
  }

  /** What the extension says of one module with one execution. */
  private static Map<String, Object> facts(Path directory) {
    Path home = Path.of(System.getProperty("java.home"));
    Map<String, Object> execution =
        Map.of(
            "id",
            "default-test",
            "version",
            "3.5.4",
            "provider",
            "junit-platform",
            "parameters",
            Map.of(
                "test",
                RunPreloadMain.class.getSimpleName(),
                "rerunFailingTestsCount",
                "1",
                "testClassesDirectory",
                directory.resolve("target/test-classes").toString(),
                "reportsDirectory",
                directory.resolve("target/surefire-reports").toString()),
            "classPath",
            List.of(directory.resolve("target/test-classes").toString()),
            "java",
            home.resolve("bin/java").toString(),
            "javaFrom",
            "DEFAULT");
    Map<String, Object> module =
        Map.of(
            "id",
            "io.rrrspec:preload",
            "packaging",
            "jar",
            "basedir",
            directory.toString(),
            "buildDirectory",
            directory.resolve("target").toString(),
            "classesDirectory",
            directory.resolve("target/classes").toString(),
            "executions",
            List.of(execution),
            "built",
            true);
    return Map.of(
        "javaHome",
        home.toString(),
        "mavenHome",
        directory.toString(),
        "localRepository",
        directory.toString(),
        "modules",
        List.of(module));
  }
}
