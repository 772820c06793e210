package io.rrrspec.experiments.chaos;

import io.rrrspec.common.process.ChildEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code rrrspec-java client start} or {@code flow run} as a process. */
final class Client implements Started {
  private final String name;
  private final Process process;
  private final Path out;
  private final Path err;
  private volatile boolean killed;
  private @Nullable Boolean mustBeGreen;

  private Client(String name, Process process, Path out, Path err) {
    this.name = name;
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it.
   *
   * @param name of the run, different from all others
   * @param settings of the file that it gets
   */
  static Client start(
      Cluster cluster, String name, Map<String, String> settings, String... options) {
    Place place = cluster.place();
    StringBuilder yaml = new StringBuilder();
    settings.forEach((key, value) -> yaml.append(key).append(": ").append(value).append('\n'));
    Path file = place.path("log/client-" + name + ".yml");
    List<String> command =
        new ArrayList<>(List.of(place.launcher(), "-c", file.toString(), "client", "start"));
    command.addAll(List.of(options));
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return start(cluster, name, command, place.path("log"));
  }

  /** Starts a flow, and waits for it. */
  static Client startFlow(Cluster cluster, String name, Path flow, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(cluster.place().launcher(), "flow", "run", flow.toString(), "--wait"));
    command.addAll(List.of(options));
    return start(cluster, name, command, flow.resolveSibling("."));
  }

  private static Client start(Cluster cluster, String name, List<String> command, Path directory) {
    Place place = cluster.place();
    Path out = place.path("log/client-" + name + ".out");
    Path err = place.path("log/client-" + name + ".err");
    Host host = cluster.host("clients");
    ProcessBuilder builder =
        new ProcessBuilder(host.command(command)).directory(directory.toFile());
    Map<String, String> environment = host.environment(place.environment());
    environment.put("RRRSPEC_REDIS", cluster.redis().url().toString());
    ChildEnvironment.set(builder.environment(), environment);
    try {
      return new Client(
          name, builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  /** It waits for its run, which must be green or red. */
  Client mustBe(boolean green) {
    mustBeGreen = green;
    return this;
  }

  /** Whether its run must be green, and it waits for that; null: it does not wait. */
  @Nullable Boolean mustBeGreen() {
    return mustBeGreen;
  }

  boolean isKilled() {
    return killed;
  }

  /** Of a process that has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** What it has written to stderr. */
  List<String> errors() {
    try {
      return Files.readAllLines(err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its name, exit code and last line, for people. */
  String lastWords() {
    List<String> said = errors();
    return "client "
        + name
        + (isAlive() ? " waits" : " ended with " + exitCode())
        + (said.isEmpty() ? "" : ": " + said.get(said.size() - 1));
  }

  void kill() {
    killed = true;
    process.destroyForcibly();
    process.onExit().join();
  }

  /** The key that it has printed. */
  @Override
  public String key() {
    try {
      return Files.readString(out).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
