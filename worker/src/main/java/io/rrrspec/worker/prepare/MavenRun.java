package io.rrrspec.worker.prepare;

import io.rrrspec.common.ServiceException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;

/** One run of Maven in the project, with the extension inside. */
final class MavenRun {
  private static final File NOTHING = new File("/dev/null");

  private MavenRun() {}

  /**
   * Returns when Maven has ended.
   *
   * @param factsFile where the extension writes to
   * @return the exit code and what matters of the output
   * @throws ServiceException if Maven cannot be started, or this thread is interrupted: then Maven
   *     is ended, and the thread is still marked as interrupted
   */
  static Result run(Path projectDir, Maven maven, String extension, Path factsFile) {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    maven.executable().toString(),
                    "-B",
                    "-q",
                    "-Dmaven.ext.class.path=" + extension,
                    "-Drrrspec.prepare.out=" + factsFile,
                    "test"))
            .directory(projectDir.toFile())
            .redirectInput(NOTHING)
            .redirectErrorStream(true);
    // The build may start programs that are ours: they must not meet the cluster we belong to.
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    try {
      return await(builder.start());
    } catch (IOException e) {
      throw new ServiceException("cannot start " + maven.executable() + ": " + e.getMessage(), e);
    }
  }

  private static Result await(Process process) {
    MavenOutput output = new MavenOutput();
    Thread reader = new Thread(() -> read(process, output), "maven-output");
    reader.setDaemon(true);
    reader.start();
    Thread atExit = new Thread(() -> kill(process), "maven-at-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      int code = process.waitFor();
      // A daemon that the build left behind may hold the pipe open: it is not waited for.
      reader.join(2_000);
      return new Result(code, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while Maven was running", e);
    } finally {
      kill(process);
      forget(atExit);
    }
  }

  private static void read(Process process, MavenOutput output) {
    try (BufferedReader reader = process.inputReader(Charset.defaultCharset())) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      output.add("(the output of Maven ends here: " + e.getMessage() + ")");
    }
  }

  /** Ends Maven with all that it has started; does nothing if it is over. */
  private static void kill(Process process) {
    if (process.isAlive()) {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is on its way out already, so the hook runs and finds nothing to do.
      return;
    }
  }

  record Result(int exitCode, MavenOutput output) {}
}
