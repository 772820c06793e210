package io.rrrspec.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A main of ours as a process of its own, as the launcher starts it; its output goes to files. */
public final class DaemonProcess implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Process process;
  private final Path out;
  private final Path err;

  private DaemonProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it.
   *
   * @param directory its current directory, also its home; its output goes there
   * @param environment variables beside those of the tests, of which it gets none of ours
   */
  public static DaemonProcess start(
      String main, Path directory, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Drrrspec.log.dir=" + directory,
                "-Drrrspec.log.to=STDERR",
                "-Drrrspec.log.level=INFO",
                "-Dlogback.configurationFile="
                    + Checkout.root().resolve("client/src/dist/logback.xml"),
                "-cp",
                System.getProperty("java.class.path"),
                main));
    command.addAll(List.of(args));
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    builder.environment().remove("XDG_DATA_HOME");
    builder.environment().put("HOME", directory.toString());
    builder.environment().putAll(environment);
    return new DaemonProcess(
        builder
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start(),
        out,
        err);
  }

  /** Waits until a line of its log matches, and returns the match. */
  public Matcher awaitLog(String regex) {
    Pattern pattern = Pattern.compile(regex, Pattern.MULTILINE);
    Matcher[] found = {pattern.matcher("")};
    Awaitility.await("'" + regex + "' in the log")
        .atMost(LIMIT)
        .until(
            () -> {
              boolean ended = !process.isAlive();
              found[0] = pattern.matcher(log());
              boolean there = found[0].find();
              if (ended && !there) {
                throw new AssertionError("it ended without '" + regex + "'; its log:\n" + log());
              }
              return there;
            });
    return found[0];
  }

  /** What it wrote to stderr by now. */
  public String log() {
    return read(err);
  }

  /** What it wrote to stdout by now. */
  public String output() {
    return read(out);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Sends SIGKILL. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Waits for its end and returns its exit code. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end; its log:\n" + log());
    }
    return process.exitValue();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
