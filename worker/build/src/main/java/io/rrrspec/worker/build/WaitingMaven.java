package io.rrrspec.worker.build;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.process.ProgramRun;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.worker.build.state.WrittenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A Maven that runs the goals around integration tests of a prepared project, and waits in between
 * while somebody else runs the tests. It builds one module after the other, unless it was told
 * otherwise ({@code -T}), and waits in each. It ends with this process, and stops then what it has
 * started.
 */
public final class WaitingMaven implements AutoCloseable {
  /** What its own goals may take when this process is about to end. */
  private static final Duration GOODBYE = Duration.ofSeconds(20);

  private final Path projectDir;
  private final PrepareSettings settings;
  private final Project project;
  private final List<String> modules;
  private final Path directory;
  private final MadeByPrepare made;
  private final MavenOutput output = new MavenOutput();
  private final ProgramRun run;

  /** Where the goals around the tests of a module stand. */
  public enum State {
    /** Maven has not come to the tests yet. */
    STARTS,
    /** What the tests need is there, and Maven waits for their end. */
    READY,
    /** A goal has failed. */
    FAILED,
    /** All of them have run. */
    DONE,
    /** Maven has ended without them. */
    ENDED
  }

  private WaitingMaven(
      Path projectDir,
      PrepareSettings settings,
      Project project,
      Collection<String> modules,
      Path directory) {
    this.projectDir = projectDir;
    this.settings = settings;
    this.project = project;
    this.modules = List.copyOf(modules);
    this.directory = directory;
    Path factsFile = ProjectPreparer.factsFile(projectDir);
    Facts facts = Facts.read(factsFile);
    this.made = new MadeByPrepare(facts, projectDir, modules);
    modules.forEach(made::number);
    made.write(directory);
    boolean withOthers = facts.json().path("builtWithOthers").asBoolean();
    this.run =
        new MavenRun(
                Maven.find(projectDir, System.getenv()),
                ExtensionJar.find(),
                factsFile,
                BuildArguments.in(projectDir, settings.buildArguments()),
                settings.buildPhase(),
                true,
                // The servers that the tests talk with may run in this JVM, for long.
                null)
            .waiting(projectDir, withOthers ? Reactor.of(projectDir) : null, directory, output);
  }

  /**
   * Starts it.
   *
   * @param projectDir the project's directory, prepared
   * @param settings those with which it was prepared
   * @param modules the directories of the modules whose integration tests are to be run, relative
   *     to the project; each has goals around them
   * @param directory for what is only of use as long as this Maven runs; made if it is not there
   * @throws ServiceException if it cannot be started
   */
  public static WaitingMaven start(
      Path projectDir,
      PrepareSettings settings,
      Project project,
      Collection<String> modules,
      Path directory) {
    try {
      return new WaitingMaven(projectDir.toRealPath(), settings, project, modules, directory);
    } catch (IOException e) {
      throw new ServiceException("cannot read " + projectDir + ": " + e.getMessage(), e);
    }
  }

  /** Where the goals of a module stand. */
  public State state(String module) {
    boolean lives = run.child().isAlive();
    if (Files.exists(file(module, "failed"))) {
      return State.FAILED;
    }
    if (Files.exists(file(module, "done"))) {
      return State.DONE;
    }
    if (!lives) {
      return State.ENDED;
    }
    return Files.exists(file(module, "ready")) ? State.READY : State.STARTS;
  }

  /** Maven's own words of why goals have failed, or why it has ended; at least one line. */
  public List<String> failure(String module) {
    Path file = file(module, "failed");
    try {
      String words = Files.exists(file) ? Files.readString(file) : output.failure();
      List<String> lines = words.lines().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? List.of("Maven has ended without a word") : lines;
    } catch (IOException e) {
      return List.of("cannot read " + file + ": " + e.getMessage());
    }
  }

  /** The directory of the scripts that {@link #writeLaunches} writes. */
  public static Path launches(Path directory) {
    return directory.resolve(WrittenFiles.LAUNCHES);
  }

  /**
   * Writes what the test JVMs of a module are started with, which is known when it is {@link
   * State#READY}.
   *
   * @throws RrrspecException if its tests cannot be run so
   */
  public void writeLaunches(String module) {
    Facts facts = Facts.read(file(module, "ready"));
    ModuleFacts found = facts.modules().get(0);
    List<TestExecution> now =
        new ModuleReader(found, module, settings, line -> {}).read().executions();
    List<Launch> launches = new ArrayList<>();
    for (Launch launch : project.launches()) {
      if (launch.module().equals(module) && !launch.goalsAround().isEmpty()) {
        launches.add(
            new Launch(
                launch.name(),
                module,
                launch.executions().stream().map(before -> sameOf(now, before)).toList()));
      }
    }
    launches.forEach(launch -> TestJvms.check(launch.name(), launch.jvm()));
    LaunchScript.writeEach(projectDir, launches, launches(directory));
  }

  private static TestExecution sameOf(List<TestExecution> now, TestExecution before) {
    return now.stream()
        .filter(execution -> execution.id().equals(before.id()))
        .findFirst()
        .orElseThrow(
            () ->
                new ServiceException(
                    before.id() + ": a goal before the integration tests has switched them off"));
  }

  /** Says that the tests of a module are over, or are not to be run; harmless the second time. */
  public void goOn(String module) {
    Path file = file(module, "go");
    try {
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private Path file(String module, String ending) {
    return directory.resolve(made.number(module) + "." + ending);
  }

  /** Ends it at once, with what it has started. */
  public void kill() {
    run.child().kill();
  }

  /** Lets it run what stops its servers, for 20 s at most, and ends what is left of it. */
  @Override
  public void close() {
    try {
      modules.forEach(this::goOn);
      run.child().await(GOODBYE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      kill();
    }
  }
}
