package io.rrrspec.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The worker daemon as a process of its own. */
final class DaemonProcess implements AutoCloseable {
  final Process process;
  private final Path output;

  private DaemonProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts it; its output goes to a file in the directory. */
  static DaemonProcess start(Path dir, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=" + logback(dir),
                "-cp",
                System.getProperty("java.class.path"),
                "io.rrrspec.worker.agent.WorkerMain",
                "worker"));
    command.addAll(List.of(args));
    Path output = Files.createTempFile(dir, "worker", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    builder.environment().put("HOME", dir.toString());
    builder.environment().putAll(environment);
    return new DaemonProcess(builder.start(), output);
  }

  private static Path logback(Path dir) throws IOException {
    return Files.writeString(
        dir.resolve("logback.xml"),
        "<configuration><appender name='A' class='ch.qos.logback.core.ConsoleAppender'>"
            + "<encoder><pattern>%level %msg%n</pattern></encoder></appender>"
            + "<logger name='io.rrrspec' level='INFO'/>"
            + "<root level='WARN'><appender-ref ref='A'/></root></configuration>");
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean says(String text) {
    return output().contains(text);
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("/bin/kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Waits for its end; the exit code. */
  int end() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not end: " + output());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
