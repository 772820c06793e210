package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.SpecFiles;
import io.rrrspec.common.files.Glob;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TestId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tasks of a run: what stands in {@code spec_files}, else what the project's build would
 * run; of these, what the patterns of the command line choose.
 */
public final class TaskDiscovery {
  private final Path directory;
  private final Preparer preparer;
  private final PrepareSettings settings;
  private final ModuleOrder modules;
  private final Consumer<String> progress;

  /**
   * @param directory packaging_dir; absolute
   * @param settings what the user has decided about the build
   * @param modules which modules' tests come first
   * @param progress gets lines for a person
   */
  public TaskDiscovery(
      Path directory,
      Preparer preparer,
      PrepareSettings settings,
      ModuleOrder modules,
      Consumer<String> progress) {
    this.directory = directory;
    this.preparer = preparer;
    this.settings = settings;
    this.modules = modules;
    this.progress = progress;
  }

  /**
   * Finds them.
   *
   * @param runner what the tasks are
   * @param patterns of the command line; empty: all
   * @throws UsageException if there is nothing to run, or not what was asked for
   */
  public TaskList find(Runner runner, SpecFiles specFiles, List<String> patterns) {
    return find(runner, specFiles, patterns, null);
  }

  /**
   * Finds them.
   *
   * @param changed only test classes whose source is one of these files; null: all
   */
  public TaskList find(
      Runner runner, SpecFiles specFiles, List<String> patterns, @Nullable ChangedFiles changed) {
    if (!runner.runsCommands()) {
      return classes(specFiles, patterns, changed);
    }
    if (changed != null) {
      throw new UsageException(
          "option --changed needs test classes, and runner is 'command': leave --changed out");
    }
    return commands(specFiles, patterns);
  }

  private TaskList classes(
      SpecFiles specFiles, List<String> patterns, @Nullable ChangedFiles changed) {
    var project = preparer.prepare(directory, settings, progress);
    project.notes().forEach(progress);
    PreparedProject prepared = new PreparedProject(directory, project);
    List<TestClass> all = TestClass.of(project);
    if (specFiles instanceof SpecFiles.Listed listed) {
      all = chosen(all, listed.patterns());
    } else if (specFiles instanceof SpecFiles.Printed printed) {
      all = chosen(all, SpecCommand.lines(printed.command(), directory));
    }
    TestChoice choice = WholeBuild.choose(all, patterns, directory, project.whyBroken());
    List<TestClass> fitting =
        changed == null ? choice.classes() : changed.select(choice.classes(), prepared);
    List<String> names = fitting.stream().map(TestClass::task).toList();
    GatedTasks.requireNone(project, names);
    ModuleRanking ranking = ModuleRanking.of(modules, prepared);
    return new TaskList(
        names,
        prepared.surefireTimes(),
        prepared::size,
        prepared::surefireOrder,
        prepared.trials(names),
        choice,
        tasks -> LaunchTasks.of(tasks, project, ranking),
        ranking,
        project.toolchainJdks(),
        TaskPatterns.ofClasses(project, directory),
        project.whyBroken());
  }

  private List<TestClass> chosen(List<TestClass> all, List<String> wanted) {
    // A command may print thousands of plain names: these need no search.
    Map<String, Set<TestClass>> byName = new HashMap<>();
    all.forEach(
        test ->
            names(test)
                .forEach(
                    name -> byName.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(test)));
    Set<TestClass> chosen = new LinkedHashSet<>();
    for (String entry : wanted) {
      Set<TestClass> exact = byName.get(entry);
      if (exact != null) {
        chosen.addAll(exact);
        continue;
      }
      try {
        chosen.addAll(PatternSelection.select(all, List.of(entry), directory));
      } catch (UsageException e) {
        throw new UsageException("spec_files: " + e.getMessage(), e);
      }
    }
    return List.copyOf(chosen);
  }

  /** A name without an execution means all of them, one without a module the class in each. */
  private static Stream<String> names(TestClass test) {
    TestId id = test.id();
    return Stream.of(test.task(), id.withoutExecution(), id.named(test.name()), test.name());
  }

  private TaskList commands(SpecFiles specFiles, List<String> patterns) {
    Set<String> all = new LinkedHashSet<>();
    if (specFiles instanceof SpecFiles.Listed listed) {
      listed.patterns().forEach(entry -> all.addAll(FileGlob.expand(entry, directory)));
    } else if (specFiles instanceof SpecFiles.Printed printed) {
      all.addAll(SpecCommand.lines(printed.command(), directory));
    } else {
      throw new UsageException(
          "runner is 'command', so spec_files has to say what to run: write a list of files or"
              + " command lines, or {command: ...} that prints one a line");
    }
    Set<String> names = new LinkedHashSet<>();
    for (String pattern : patterns) {
      Glob glob = GlobPattern.of(pattern);
      Set<String> fitting =
          all.stream()
              .filter(task -> glob.matches(task))
              .collect(Collectors.toCollection(LinkedHashSet::new));
      if (fitting.isEmpty()) {
        throw new UsageException(
            "no task matches '" + pattern + "': spec_files has " + all.iterator().next());
      }
      names.addAll(fitting);
    }
    List<String> chosen = List.copyOf(patterns.isEmpty() ? all : names);
    return new TaskList(
        chosen,
        Map.of(),
        this::fileSize,
        () -> List.copyOf(all),
        BuildTrials.ONCE,
        new TestChoice(List.of(), Map.of(), List.of()),
        tasks -> tasks,
        null,
        Set.of(),
        TaskPatterns.ofCommands(List.copyOf(all)),
        null);
  }

  private long fileSize(String task) {
    // Most command lines are no file, and some could not even be the name of one.
    if (task.indexOf(' ') >= 0 || task.indexOf('\0') >= 0) {
      return 0;
    }
    try {
      Path file = directory.resolve(task);
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      // Only a guess hangs on it.
      return 0;
    }
  }
}
