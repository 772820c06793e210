package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.BuildPhase;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.LineSplitter;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ProgramRun;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs of Maven with the extension inside.
 *
 * @param factsFile where the extension writes to
 * @param arguments what the user adds; checked
 * @param phase how far the build goes
 * @param integrationTests whether it goes to the integration tests in modules that have some
 * @param options the value of {@link QuickMaven#VARIABLE}; null if it is the user's
 */
record MavenRun(
    Maven maven,
    String extension,
    Path factsFile,
    List<String> arguments,
    BuildPhase phase,
    boolean integrationTests,
    @Nullable String options) {
  private static final int LONGEST_LINE = 64 * 1_024;

  /**
   * Maven gets no input. What it would be holds our end of a pipe instead, so that Maven ends with
   * us, in whatever way we end.
   */
  private static final String GUARD =
      "exec 3<&0 </dev/null; { read -r _ <&3; kill -KILL -- -$$; } >/dev/null 2>&1 & watch=$!; "
          + "\"$@\" 3<&-; code=$?; kill -KILL $watch; exit $code";

  /**
   * The same for a Maven that stops what it has started when it ends: it gets the pipe as its file
   * 3, notices the end itself, and is killed only if it has not ended half a minute later. What it
   * leaves then is killed with it.
   */
  private static final String PATIENT_GUARD =
      "exec 3<&0 </dev/null; { read -r _ <&3; sleep 30; kill -KILL -- -$$; } >/dev/null 2>&1 &"
          + " watch=$!; \"$@\"; code=$?; kill -KILL $watch; read -r -t 0.1 _ <&3;"
          + " [ $? -gt 128 ] || kill -KILL -- -$$; exit $code";

  /** Builds the project in a directory. */
  Result alone(Path projectDir) {
    return run(projectDir, List.of());
  }

  /**
   * Builds a module together with those that it needs.
   *
   * @param root the directory of the whole build
   */
  Result withOthers(Path root, Path module) {
    return run(root, withOthersArguments(root, module));
  }

  private static List<String> withOthersArguments(Path root, Path module) {
    return List.of(
        "-pl", root.relativize(module).toString(), "-am", "-Drrrspec.prepare.module=" + module);
  }

  /**
   * Starts a build that waits in place of integration tests.
   *
   * @param root the directory of the whole build if the project is a module of it, and was built
   *     with others; else null
   * @param directory by which it is talked with, see the extension
   * @param output gets what it prints
   */
  ProgramRun waiting(Path projectDir, @Nullable Path root, Path directory, MavenOutput output) {
    List<String> more = new ArrayList<>(List.of("-Drrrspec.prepare.waiting=" + directory));
    if (root != null) {
      more.addAll(withOthersArguments(root, projectDir));
    }
    return program(PATIENT_GUARD, root == null ? projectDir : root, more, output).start();
  }

  /**
   * Returns when Maven has ended.
   *
   * @throws ServiceException if Maven cannot be started, or this thread is interrupted: then Maven
   *     is ended, and the thread is still marked as interrupted
   */
  private Result run(Path dir, List<String> more) {
    List<String> all = new ArrayList<>(List.of("-Drrrspec.prepare.out=" + factsFile));
    all.addAll(more);
    MavenOutput output = new MavenOutput();
    try {
      int code =
          program(GUARD, dir, all, output)
              .killedAtExit()
              // A daemon that the build left behind serves the next build.
              .leavingDaemons()
              .run()
              .exitCode();
      return new Result(code, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while Maven was running", e);
    }
  }

  private Program program(String guard, Path dir, List<String> more, MavenOutput output) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/bash",
                "-c",
                guard,
                "maven",
                maven.executable().toString(),
                "-B",
                "-q",
                "-Dmaven.ext.class.path=" + extension,
                "-Drrrspec.prepare.phase=" + phase.text(),
                "-Drrrspec.prepare.integration=" + integrationTests,
                // Who wants less says so behind it: Maven prefers --fail-fast.
                "--fail-at-end"));
    command.addAll(arguments);
    command.addAll(more);
    command.add(phase.goal());
    return Program.inOwnGroup(command)
        .directory(dir)
        // The build may start programs that are ours: they must not meet our cluster.
        .environment(this::change)
        .inputOpen()
        .errorsToOutput()
        .output(new LineSplitter(Charset.defaultCharset(), LONGEST_LINE, output::add));
  }

  private void change(Map<String, String> environment) {
    ChildEnvironment.removeSettings(environment);
    if (options != null) {
      environment.put(QuickMaven.VARIABLE, options);
    }
  }

  /** What Maven ended with, and what matters of its output. */
  record Result(int exitCode, MavenOutput output) {
    /** Whether it failed for want of artifacts, which may be those of modules beside this one. */
    boolean lacksModules() {
      return exitCode != 0 && output.contains("Could not resolve dependencies");
    }

    /** Whether the module is one of the build that it was looked for in. */
    boolean foundModule() {
      return !output.contains("Could not find the selected project in the reactor");
    }
  }
}
