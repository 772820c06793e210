package io.rrrspec.experiments.fleet;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code scripts/rrrspec-java} as a process. */
final class FleetProcess implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(20);
  private static final Path LAUNCHER = Checkout.script("rrrspec-java");

  private final Process process;

  private FleetProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param directory where it runs
   * @param environment in addition to that of this process, less what begins with RRRSPEC_
   * @param log the files for its output and its errors begin with this name
   */
  static FleetProcess start(
      Path directory, Map<String, String> environment, Path log, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    builder.environment().putAll(environment);
    try {
      return new FleetProcess(
          builder
              .redirectOutput(Path.of(log + ".out").toFile())
              .redirectError(Path.of(log + ".err").toFile())
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for its end.
   *
   * @return its exit code
   * @throws ServiceException if it does not end in time
   */
  int await(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      throw new ServiceException("a client did not end within " + limit.toSeconds() + " s");
    }
    return process.exitValue();
  }

  /** Ends it in order, and by force if it does not. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
