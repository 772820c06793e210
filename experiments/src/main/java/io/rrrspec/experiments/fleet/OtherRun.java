package io.rrrspec.experiments.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A run of another project, which keeps one worker busy and uses no processor meanwhile. */
final class OtherRun implements AutoCloseable {
  private static final Duration BEGIN = Duration.ofSeconds(120);
  private static final Duration END = Duration.ofSeconds(60);

  private final FleetProcess client;
  private final Path stop;

  private OtherRun(FleetProcess client, Path stop) {
    this.client = client;
    this.stop = stop;
  }

  /** Starts it, and waits until its only task runs. */
  static OtherRun start(Fleet fleet, Path directory) throws IOException, InterruptedException {
    Path began = directory.resolve("began");
    Path stop = directory.resolve("stop");
    Files.deleteIfExists(began);
    Files.deleteIfExists(stop);
    Path sources = Files.createDirectories(directory.resolve("sources"));
    // The task ends by itself after five minutes, whatever happens.
    String task =
        "touch "
            + began
            + "; for n in $(seq 3000); do test -e "
            + stop
            + " && exit 0; sleep 0.1; done";
    Files.writeString(
        sources.resolve(".rrrspec.yml"),
        "runner: command\nsetup_command: 'true'\nrsync_name: other\nmax_workers: 1\n"
            + "spec_files:\n  - \""
            + task
            + "\"\n");
    FleetProcess client =
        FleetProcess.start(
            sources,
            Client.environment(fleet, sources),
            directory.resolve("client"),
            List.of("client", "start", "--wait"));
    OtherRun run = new OtherRun(client, stop);
    try {
      Fleet.await("the task of the other project", BEGIN, () -> Files.exists(began));
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
    return run;
  }

  /** Lets its task end, and waits for its client. */
  @Override
  public void close() throws IOException, InterruptedException {
    try {
      Files.writeString(stop, "");
      client.await(END);
    } finally {
      client.close();
    }
  }
}
