package io.rrrspec.worker.build;

import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A copy of one of the little projects in test-support/projects, to be prepared by a real Maven.
 */
final class Fixture {
  private final Path dir;
  private final List<String> progress = new ArrayList<>();

  private Fixture(Path dir) {
    this.dir = dir;
  }

  static Fixture copy(String name, Path to) throws IOException {
    Path from = Checkout.project(name);
    Path dir = to.toRealPath().resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(f -> !f.toString().contains("/target/")).toList()) {
        Path copy = dir.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        if (Files.isRegularFile(file)) {
          Files.copy(file, copy);
        }
      }
    }
    return new Fixture(dir);
  }

  Path dir() {
    return dir;
  }

  /** Replaces a text, which is there, in one of its files. */
  void replace(String file, String text, String with) throws IOException {
    Path path = dir.resolve(file);
    String before = Files.readString(path);
    if (!before.contains(text)) {
      throw new IllegalArgumentException(file + " has no " + text);
    }
    Files.writeString(path, before.replace(text, with));
  }

  Fixture module(String name) {
    return new Fixture(dir.resolve(name));
  }

  Project prepare() {
    return prepare(PrepareSettings.NONE);
  }

  Project prepare(PrepareSettings settings) {
    return new ProjectPreparer(settings).prepare(dir, progress::add);
  }

  /** The only execution of the project after it was prepared. */
  TestExecution prepareOne() {
    return prepare().executions().get(0);
  }

  /** Why Maven would run now; null if it would not. */
  @Nullable String whyNot() {
    return whyNot(System.getenv());
  }

  @Nullable String whyNot(Map<String, String> environment) {
    Maven maven = Maven.find(Path.of("/"), System.getenv());
    PreparedState.Inputs inputs =
        new PreparedState.Inputs(maven, ExtensionJar.find(), environment, PrepareSettings.NONE);
    return new PreparedState(dir, inputs, InstantSource.system()).whyNot();
  }

  /** Prepares with an environment that Maven is believed to get, which it does not. */
  Project prepare(Map<String, String> environment, List<String> repeatable) {
    PrepareSettings settings = new PrepareSettings(List.of(), List.of(), repeatable, false);
    return new ProjectPreparer(environment, settings).prepare(dir, progress::add);
  }

  List<String> progress() {
    return progress;
  }

  int timesMavenRan() {
    return (int) progress.stream().filter(line -> line.startsWith("compiling with ")).count();
  }

  /** The names of the jars on the class path. */
  static List<String> jars(TestExecution execution) {
    return execution.jvm().classPath().stream()
        .map(entry -> entry.substring(entry.lastIndexOf('/') + 1))
        .filter(name -> name.endsWith(".jar"))
        .toList();
  }
}
