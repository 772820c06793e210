package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Runs of Maven with the extension inside.
 *
 * @param factsFile where the extension writes to
 */
record MavenRun(Maven maven, String extension, Path factsFile) {
  /**
   * Maven gets no input. What it would be holds our end of a pipe instead, so that Maven ends with
   * us, in whatever way we end.
   */
  private static final String GUARD =
      "exec 3<&0 </dev/null; { read -r _ <&3; kill -KILL -- -$$; } >/dev/null 2>&1 & watch=$!; "
          + "\"$@\" 3<&-; code=$?; kill -KILL $watch; exit $code";

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
    return run(
        root,
        List.of(
            "-pl",
            root.relativize(module).toString(),
            "-am",
            "-Drrrspec.prepare.module=" + module));
  }

  /**
   * Returns when Maven has ended.
   *
   * @throws ServiceException if Maven cannot be started, or this thread is interrupted: then Maven
   *     is ended, and the thread is still marked as interrupted
   */
  private Result run(Path dir, List<String> more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                "/bin/bash",
                "-c",
                GUARD,
                "maven",
                maven.executable().toString(),
                "-B",
                "-q",
                "-Dmaven.ext.class.path=" + extension,
                "-Drrrspec.prepare.out=" + factsFile));
    command.addAll(more);
    command.add("test");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true);
    // The build may start programs that are ours: they must not meet the cluster we belong to.
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    return await(ChildProcess.start(builder));
  }

  private static Result await(ChildProcess process) {
    MavenOutput output = new MavenOutput();
    Thread reader = new Thread(() -> read(process, output), "maven-output");
    reader.setDaemon(true);
    reader.start();
    Thread atExit = new Thread(process::kill, "maven-at-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      int code = process.onExit().get();
      // A daemon that the build left behind may hold the pipe open: it is not waited for.
      reader.join(2_000);
      return new Result(code, output);
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while Maven was running", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot fail", e);
    } finally {
      forget(atExit);
    }
  }

  private static void read(ChildProcess process, MavenOutput output) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.output(), Charset.defaultCharset()))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      output.add("(the output of Maven ends here: " + e.getMessage() + ")");
    }
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is on its way out, so the hook runs: what Maven ended with says nothing.
      throw new ServiceException("interrupted while Maven was running", e);
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
