package io.rrrspec.worker.prepare;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the last prepare depended on and what it made, so that the next one can tell that nothing
 * has changed. Whatever it cannot prove counts as changed.
 *
 * @param buildDirectory Maven's target, whose content is no source
 * @param settings poms of parents and files of Maven's that lie outside of the project
 * @param outputs class path entries and agents
 * @param sourceDigest over all that was read
 * @param outputDigest over all that was made
 */
record PreparedState(
    String buildDirectory,
    List<String> settings,
    List<String> outputs,
    String sourceDigest,
    String outputDigest) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> WRITTEN = List.of("project.json", "slave.sh", "slave.args");
  private static final String AGENT = "-javaagent:";
  private static final List<String> VARIABLES =
      List.of("MAVEN_OPTS", "MAVEN_ARGS", "MAVEN_CONFIG", "JAVA_HOME", "HOME", "M2_HOME");

  /** Whether the state that was kept is still the state of the project. */
  static boolean isCurrent(Path projectDir, Inputs inputs) {
    try {
      Path file = file(projectDir);
      if (!Files.exists(file)) {
        return false;
      }
      PreparedState kept = JSON.readValue(Files.readString(file), PreparedState.class);
      return kept.outputDigest.equals(outputs(projectDir, kept.outputs))
          && kept.sourceDigest.equals(
              sources(projectDir, inputs, kept.buildDirectory, kept.settings));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** Deletes the state and all that was written with it. */
  static void forget(Path projectDir) {
    Path dir = Project.directory(projectDir);
    try {
      Files.deleteIfExists(file(projectDir));
      for (String name : WRITTEN) {
        Files.deleteIfExists(dir.resolve(name));
      }
    } catch (IOException e) {
      throw new ServiceException("cannot delete in " + dir + ": " + e.getMessage(), e);
    }
  }

  /**
   * Keeps the state after Maven has run.
   *
   * @param before the digest of the sources as they were before: somebody may be editing them
   */
  static void keep(
      Path projectDir, Inputs inputs, Facts facts, Project project, @Nullable String before) {
    // The sources of the modules that it was built with are not looked at.
    if (facts.json().path("snapshotParent").asBoolean()
        || facts.json().path("builtWithOthers").asBoolean()) {
      return;
    }
    List<String> settings = settings(facts);
    String build = facts.text("buildDirectory");
    List<String> outputs = outputs(project);
    try {
      String after = sources(projectDir, inputs, build, List.of());
      if (after.equals(before)) {
        PreparedState state =
            new PreparedState(
                build,
                settings,
                outputs,
                sources(projectDir, inputs, build, settings),
                outputs(projectDir, outputs));
        Files.writeString(file(projectDir), JSON.writeValueAsString(state));
      }
    } catch (IOException e) {
      // Without a state the next prepare runs Maven again, which is always right. What was written
      // half is no JSON, so it is not taken for a state either.
      return;
    }
  }

  /** The digest before Maven has run, with the usual place for what it makes; null if unknown. */
  static @Nullable String sourcesBefore(Path projectDir, Inputs inputs, String buildDirectory) {
    try {
      return sources(projectDir, inputs, buildDirectory, List.of());
    } catch (IOException e) {
      return null;
    }
  }

  private static String sources(
      Path projectDir, Inputs inputs, String buildDirectory, List<String> settings)
      throws IOException {
    Fingerprint print = new Fingerprint(inputs.environment());
    print.value("project", projectDir.toString());
    print.value("java", System.getProperty("java.home") + System.getProperty("java.vm.version"));
    VARIABLES.forEach(print::variable);
    Path maven = inputs.maven().executable();
    print.stamp(maven.toRealPath());
    print.value("extension", inputs.extension());
    print.value("settings", inputs.settings().toString());
    for (String path : inputs.extension().split(File.pathSeparator)) {
      print.stamp(Path.of(path));
    }
    print.settings(projectDir.resolve("pom.xml"));
    for (String file : settings) {
      print.settings(Path.of(file));
    }
    print.tree(projectDir, Path.of(buildDirectory));
    return print.hex();
  }

  private static String outputs(Path projectDir, List<String> outputs) throws IOException {
    Fingerprint print = new Fingerprint(Map.of());
    for (String output : outputs) {
      print.stamp(Path.of(output));
    }
    for (String name : WRITTEN) {
      print.stamp(Project.directory(projectDir).resolve(name));
    }
    return print.hex();
  }

  private static List<String> outputs(Project project) {
    List<String> outputs = new ArrayList<>();
    for (TestExecution execution : project.executions()) {
      outputs.addAll(execution.jvm().classPath());
      outputs.add(execution.jvm().java());
      for (String argument : execution.jvm().arguments()) {
        if (argument.startsWith(AGENT)) {
          outputs.add(argument.substring(AGENT.length()).replaceFirst("=.*", ""));
        }
      }
    }
    return outputs.stream().distinct().toList();
  }

  private static List<String> settings(Facts facts) {
    List<String> files = new ArrayList<>(facts.texts("parents"));
    Path user = Path.of(System.getProperty("user.home"));
    for (String name : List.of("settings.xml", "settings-security.xml", "toolchains.xml")) {
      files.add(user.resolve(".m2").resolve(name).toString());
    }
    files.add(user.resolve(".mavenrc").toString());
    files.add("/etc/mavenrc");
    files.add(Path.of(facts.text("mavenHome"), "conf", "settings.xml").toString());
    for (String name : List.of("maven.config", "jvm.config", "extensions.xml")) {
      files.add(Path.of(facts.text("multiModuleDirectory"), ".mvn", name).toString());
    }
    return files;
  }

  private static Path file(Path projectDir) {
    return Project.directory(projectDir).resolve("prepared.json");
  }

  /**
   * What prepare itself works with.
   *
   * @param environment the environment that Maven gets
   * @param settings what the user has decided about the build
   */
  record Inputs(
      Maven maven, String extension, Map<String, String> environment, PrepareSettings settings) {
    /** Without decisions of the user. */
    Inputs(Maven maven, String extension, Map<String, String> environment) {
      this(maven, extension, environment, PrepareSettings.NONE);
    }
  }
}
