package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.files.PrivateFiles;
import io.rrrspec.common.jdk.Jdks;
import io.rrrspec.common.project.Project;
import io.rrrspec.worker.build.state.Keeping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a project's tests with its own Maven and writes down how they are to be run: <code>
 * .rrrspec/project.json</code> for us, <code>.rrrspec/slave.sh</code> for starting slaves.
 */
public final class ProjectPreparer {
  private final Map<String, String> environment;
  private final PrepareSettings settings;

  public ProjectPreparer(PrepareSettings settings) {
    this(System.getenv(), settings);
  }

  ProjectPreparer(Map<String, String> environment, PrepareSettings settings) {
    this.environment = environment;
    this.settings = settings;
  }

  /** As {@link #prepare(Path, boolean, Consumer)}, without Maven if nothing has changed. */
  public Project prepare(Path projectDir, Consumer<String> progress) {
    return prepare(projectDir, false, progress);
  }

  /**
   * Makes the project ready to be tested.
   *
   * @param force runs Maven even if nothing has changed since the last time
   * @param progress gets a line for a person when something starts that takes a while
   * @throws UsageException if the directory is no Maven project, there is no Maven or no JDK, or
   *     its tests cannot be run as the build says
   * @throws ServiceException if no module can be built; the message holds Maven's own error lines
   */
  public Project prepare(Path projectDir, boolean force, Consumer<String> progress) {
    Path dir = real(projectDir);
    BuildTool.requireMaven(dir);
    PreparedState.Inputs inputs =
        new PreparedState.Inputs(
            Maven.find(dir, environment), ExtensionJar.find(), environment, settings);
    PreparedState state = new PreparedState(dir, inputs, InstantSource.system());
    String why = force ? "" : state.whyNot();
    if (why == null) {
      return Project.read(dir);
    }
    Integer jdk = settings.jdk();
    if (jdk != null) {
      // Before Maven, which takes seconds.
      Jdks.here(settings.jdks()).require(jdk);
    }
    makeDirectory(Project.directory(dir));
    try (ProjectLock lock = ProjectLock.take(dir, progress)) {
      // Whoever had the lock before us may have done what we came for.
      why = force ? "" : state.whyNot();
      return why == null ? Project.read(dir) : run(dir, inputs, state, why, progress);
    }
  }

  private static Project run(
      Path dir,
      PreparedState.Inputs inputs,
      PreparedState state,
      String why,
      Consumer<String> progress) {
    Path factsFile = factsFile(dir);
    try {
      Files.deleteIfExists(factsFile);
      Keeping keeping = state.begin();
      progress.accept(
          "compiling with "
              + inputs.maven().executable().getFileName()
              + " in "
              + dir
              + (why.isEmpty() ? "" : ": " + why));
      MavenRun.Result result = buildQuickly(dir, inputs, progress);
      Facts facts = factsOf(result, factsFile, dir);
      PackagedModules.tell(facts, progress);
      Project project = ProjectReader.read(facts, inputs.settings(), dir);
      project.write(dir);
      TestJvms.check(project);
      LaunchScript.writeAll(dir, project);
      if (project.broken().isEmpty()) {
        state.keep(keeping, facts, project);
      }
      return project;
    } catch (IOException e) {
      throw new ServiceException("cannot write to " + factsFile + ": " + e.getMessage(), e);
    }
  }

  /** Runs Maven, quickly if that cannot be seen in what it says of the tests. */
  private static MavenRun.Result buildQuickly(
      Path dir, PreparedState.Inputs inputs, Consumer<String> progress) throws IOException {
    QuickMaven quick = new QuickMaven(dir, inputs.environment());
    long begun = System.nanoTime();
    String options = quick.options();
    MavenRun.Result result = build(dir, inputs, options, progress);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    if (options != null && QuickMaven.isSeenIn(factsFile(dir))) {
      quick.never();
      Files.delete(factsFile(dir));
      progress.accept(
          "compiling once more: the tests get "
              + QuickMaven.VARIABLE
              + ", which is left as it is now");
      return build(dir, inputs, null, progress);
    }
    if (result.exitCode() == 0) {
      quick.took(took);
    } else if (options != null) {
      quick.failed();
    }
    return result;
  }

  /**
   * Runs Maven for the project, or for it and the modules that it needs.
   *
   * @param options the value of {@link QuickMaven#VARIABLE}; null if it is the user's
   */
  private static MavenRun.Result build(
      Path dir, PreparedState.Inputs inputs, @Nullable String options, Consumer<String> progress) {
    Path factsFile = factsFile(dir);
    MavenRun maven =
        new MavenRun(
            inputs.maven(),
            inputs.extension(),
            factsFile,
            BuildArguments.in(dir, inputs.settings().buildArguments()),
            inputs.settings().buildPhase(),
            inputs.settings().integrationTests(),
            options);
    MavenRun.Result result = maven.alone(dir);
    boolean alone = !Files.exists(factsFile) || Facts.read(factsFile).modules().size() == 1;
    Path reactor = alone && result.lacksModules() ? Reactor.of(dir) : null;
    if (reactor == null) {
      return result;
    }
    progress.accept(
        "modules that it needs are not installed: compiling them, too, from " + reactor);
    MavenRun.Result together = maven.withOthers(reactor, dir);
    return together.foundModule() ? together : result;
  }

  /** Where the facts are that the last Maven found out. */
  static Path factsFile(Path dir) {
    return Project.directory(dir).resolve("facts.json");
  }

  private static Facts factsOf(MavenRun.Result result, Path factsFile, Path dir) {
    if (!Files.exists(factsFile)) {
      throw result.exitCode() != 0
          ? BuildTool.failed(dir, result)
          : new ServiceException(
              "Maven did not load our extension: it needs Java 17 or newer, see mvn -v");
    }
    Facts facts = Facts.read(factsFile);
    // Options of Maven may let it end well nevertheless.
    long built = facts.modules().stream().filter(ModuleFacts::isBuilt).count();
    boolean all = built == facts.modules().size();
    // If Maven has failed and no module has, whatever failed was to be a part of them.
    if (built == 0 || all && result.exitCode() != 0) {
      throw BuildTool.failed(dir, result);
    }
    return facts;
  }

  private static Path real(Path projectDir) {
    try {
      Path real = projectDir.toRealPath();
      if (!Files.isDirectory(real)) {
        throw new UsageException(
            "option --project: "
                + projectDir
                + " is a file: write the directory that the pom.xml is in");
      }
      return real;
    } catch (IOException e) {
      throw new UsageException(
          "option --project: there is no directory " + projectDir + ": write one with a project",
          e);
    }
  }

  /**
   * The directory that keeps itself out of the user's version control. Others cannot enter it: what
   * Maven resolved may come from the user's own settings.xml.
   */
  private static void makeDirectory(Path dir) {
    try {
      PrivateFiles.closedDirectory(dir);
      Files.writeString(dir.resolve(".gitignore"), "*\n");
    } catch (IOException e) {
      throw new ServiceException("cannot write to " + dir + ": " + e.getMessage(), e);
    }
  }
}
