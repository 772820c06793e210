package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.worker.build.state.Freshness;
import io.rrrspec.worker.build.state.Keeping;
import io.rrrspec.worker.build.state.WrittenFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the last prepare depended on and what it made, so that the next one can tell that nothing
 * has changed. Whatever it cannot prove counts as changed.
 */
final class PreparedState {
  private final Path dir;
  private final Inputs inputs;
  private final InstantSource clock;
  private final Freshness freshness;

  PreparedState(Path dir, Inputs inputs, InstantSource clock) {
    this.dir = dir;
    this.inputs = inputs;
    this.clock = clock;
    this.freshness = new Freshness(dir, clock);
  }

  /**
   * What prepare itself works with.
   *
   * @param environment the environment that Maven gets
   * @param settings what the user has decided about the build
   */
  record Inputs(
      Maven maven, String extension, Map<String, String> environment, PrepareSettings settings) {
    Map<String, String> values() {
      Map<String, String> values = new TreeMap<>();
      values.put("Maven", maven.executable().toString());
      values.put("rrrspec-java", extension);
      values.put("java", Freshness.javaInPath(environment));
      values.put("executions", settings.executions().toString());
      values.put("ignore", settings.ignored().toString());
      values.put("build_args", settings.buildArguments().toString());
      values.put("build_phase", settings.buildPhase().text());
      values.put("integration_tests", String.valueOf(settings.integrationTests()));
      values.put("missing_engine", settings.failIfEngineMissing() ? "fail" : "warn");
      values.put("jdk", String.valueOf(settings.jdk()));
      values.put("jdks", settings.jdks().toString());
      for (String name :
          List.of("java.home", "java.vm.version", "os.name", "os.version", "os.arch")) {
        values.put(name, System.getProperty(name, ""));
      }
      return values;
    }

    Set<String> repeatable() {
      return Set.copyOf(settings.repeatablePlugins());
    }
  }

  /**
   * Why the project has to be prepared again, in a few words, which may be none; null if nothing
   * has changed.
   */
  @Nullable String whyNot() {
    if (BuildArguments.asksForUpdates(inputs.settings().buildArguments())) {
      return "-U asks for newer versions";
    }
    return freshness.whyNot(inputs.values(), inputs.environment(), inputs.repeatable());
  }

  /**
   * Begins a prepare: forgets the state and all that was written with it, as one that fails must
   * not leave behind what starts slaves on yesterday's classes; and looks at the sources.
   *
   * @return what {@link #keep} needs
   */
  Keeping begin() {
    Path directory = Project.directory(dir);
    try {
      if (freshness.whyDistrusted() != null) {
        for (Path classes : freshness.compiled()) {
          ClassDirectories.delete(classes);
        }
      }
      WrittenFiles.delete(directory);
      return Keeping.begin(dir);
    } catch (IOException e) {
      throw new ServiceException("cannot delete in " + directory + ": " + e.getMessage(), e);
    }
  }

  /** Keeps the state after Maven has run. */
  void keep(Keeping keeping, Facts facts, Project project) {
    Keeping.Made made =
        new Keeping.Made(
            inputs.values(),
            inputs.environment(),
            inputs.repeatable(),
            buildDirectories(facts),
            Path.of(facts.text("mavenHome")),
            Path.of(facts.text("localRepository")),
            files(facts, project),
            facts.json().path("builtWithOthers").asBoolean());
    keeping.end(project, made, clock);
    try {
      freshness.trust();
    } catch (IOException e) {
      // Then the next prepare compiles everything once more.
      return;
    }
  }

  private static Set<Path> buildDirectories(Facts facts) {
    return facts.modules().stream()
        .map(ModuleFacts::buildDirectory)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Maven, our extension of it, the JDKs, and what is on the class path from elsewhere. */
  private List<Path> files(Facts facts, Project project) {
    List<Path> files = new ArrayList<>();
    files.add(inputs.maven().executable());
    for (String path : inputs.extension().split(File.pathSeparator)) {
      files.add(Path.of(path));
    }
    files.addAll(BuildArguments.files(dir, inputs.settings().buildArguments()));
    addJdk(files, Path.of(facts.text("javaHome")));
    for (TestExecution execution : project.executions()) {
      Path java = Path.of(execution.jvm().java()).toAbsolutePath();
      files.add(java);
      Path bin = java.getParent();
      if (bin != null && bin.getParent() != null) {
        addJdk(files, bin.getParent());
      }
      for (String entry : execution.jvm().classPath()) {
        Path path = Path.of(entry);
        if (!Files.isDirectory(path)) {
          files.add(path);
        }
      }
    }
    return files;
  }

  private static void addJdk(List<Path> files, Path home) {
    files.add(home.resolve("release"));
    files.add(home.resolve("conf"));
  }
}
