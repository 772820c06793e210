package io.rrrspec.experiments.fleet;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts measured runs, as {@code client start --wait}. */
final class Client {
  private static final Duration END = Duration.ofMinutes(10);

  private final Fleet fleet;
  private final Path project;
  private final Path log;

  Client(Fleet fleet, Path project, Path log) {
    this.fleet = fleet;
    this.project = project;
    this.log = log;
  }

  /** Says that the client does not know a setting that the mode needs. */
  static final class UnknownSetting extends ServiceException {
    private static final long serialVersionUID = 1;

    UnknownSetting(String message) {
      super(message);
    }
  }

  /** The environment of a client whose settings are those of its directory. */
  static Map<String, String> environment(Fleet fleet, Path directory) {
    Map<String, String> environment = new HashMap<>(fleet.environment());
    environment.put("RRRSPEC_CONFIG", directory.resolve(".rrrspec.yml").toString());
    return environment;
  }

  /**
   * Runs the project once.
   *
   * @throws UnknownSetting if the mode needs a setting that there is not
   * @throws ServiceException if the run is not green
   */
  Measured run(Mode mode, int maxWorkers) throws IOException, InterruptedException {
    Path file = project.resolve(".rrrspec.yml");
    Files.writeString(
        file,
        "rsync_name: measured\nmax_workers: "
            + maxWorkers
            + "\n"
            + (mode.artifact() ? "setup_artifact: true\n" : ""));
    long began = System.nanoTime();
    int code;
    try (FleetProcess client =
        FleetProcess.start(
            project, environment(fleet, project), log, List.of("client", "start", "--wait"))) {
      code = client.await(END);
    }
    long totalMs = (System.nanoTime() - began) / 1_000_000;
    if (code == 2
        && mode.artifact()
        && Files.readString(Path.of(log + ".err")).contains("setup_artifact")) {
      throw new UnknownSetting("there is no client setting 'setup_artifact'");
    }
    if (code != 0) {
      throw new ServiceException("the measured run ended with " + code + ": see " + log + ".err");
    }
    String key =
        Files.readAllLines(Path.of(log + ".out")).stream()
            .findFirst()
            .orElseThrow(
                () -> new ServiceException("the client printed no key: see " + log + ".out"));
    WorkerLogs logs = fleet.logs(key);
    return new Measured(
        fleet.firstTrialMs(key) - Long.parseLong(fleet.field(key, "activated_ms")),
        totalMs,
        logs.syncedKb(),
        logs.setUps());
  }
}
