package io.rrrspec.acceptance.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The programs of the built distribution, each with a file of settings of its own. */
final class Parts implements AutoCloseable {
  private static final Path SCRIPT = Checkout.distribution().resolve("bin/rrrspec-java");
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Path place;
  private final List<Process> started = new ArrayList<>();
  private int number;

  /** What a command ended with. */
  record Result(int code, String out, String err) {}

  /** Works in a directory, which is also the project of the client. */
  Parts(Path place) throws IOException {
    this.place = place;
    if (!SCRIPT.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + SCRIPT + " executable: build it first");
    }
  }

  /** Writes the settings of a part. */
  void settings(String part, String... lines) throws IOException {
    Files.write(file(part), List.of(lines));
  }

  private Path file(String part) {
    return place.resolve(part + ".yml");
  }

  /** Where the log of a daemon is, and what a command has said. */
  private Path log(String name) {
    return place.resolve(name + ".log");
  }

  String said(String name) throws IOException {
    return Files.readString(log(name));
  }

  private Process begin(String part, String name, List<String> words) throws IOException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), "-c", file(part).toString()));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).directory(place.toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("RRRSPEC_"));
    builder.environment().put("XDG_DATA_HOME", place.resolve("data").toString());
    Process process =
        builder
            .redirectInput(new File("/dev/null"))
            .redirectOutput(place.resolve(name + ".out").toFile())
            .redirectError(log(name).toFile())
            .start();
    started.add(process);
    return process;
  }

  /** Starts a daemon with the settings of a part. */
  Process start(String part, String name, String... words) throws IOException {
    return begin(part, name, List.of(words));
  }

  /** Waits until the log of a daemon has something, and returns its first group. */
  String await(String name, String regex) {
    Pattern pattern = Pattern.compile(regex);
    Matcher[] found = {pattern.matcher("")};
    Awaitility.await("'" + regex + "' from " + name)
        .atMost(LIMIT)
        .until(
            () -> {
              found[0] = pattern.matcher(said(name));
              return found[0].find();
            });
    return found[0].groupCount() == 0 ? found[0].group() : found[0].group(1);
  }

  /** Runs a command to its end. */
  Result run(String part, String... words) throws IOException, InterruptedException {
    String name = part + "-" + ++number;
    Process process = begin(part, name, List.of(words));
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(List.of(words) + " does not end: " + said(name));
    }
    return new Result(
        process.exitValue(), Files.readString(place.resolve(name + ".out")), said(name));
  }

  /** The same, which has to end with this exit code; returns what it has printed. */
  String run(int code, String part, String... words) throws IOException, InterruptedException {
    Result result = run(part, words);
    assertThat(result.code())
        .as(String.join(" ", words) + "\n" + result.err() + result.out())
        .isEqualTo(code);
    return result.out().strip();
  }

  @Override
  public void close() throws InterruptedException {
    started.forEach(Process::destroy);
    for (Process process : started) {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }
}
