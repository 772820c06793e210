package io.rrrspec.experiments.fleet;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Redis, a server and workers of one slave each, as processes, with directories of their own. */
final class Fleet implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(120);
  private static final Keys KEYS = new Keys("fleet");

  private final Path directory;
  private final EmbeddedRedis redis;
  private final RedisConnection connection;
  private final List<FleetProcess> processes = new ArrayList<>();
  private int workers;

  private Fleet(Path directory, Path cache) {
    this.directory = directory;
    this.redis = EmbeddedRedis.start(cache);
    this.connection = RedisConnection.open(redis.url(), 2);
  }

  /**
   * Starts a fleet of two workers, and waits until they are there.
   *
   * @param directory where all of it lies; empty
   * @param cache where the executable of Redis is kept
   */
  static Fleet start(Path directory, Path cache, Mode mode)
      throws IOException, InterruptedException {
    Fleet fleet = new Fleet(Files.createDirectories(directory), cache);
    try {
      Files.createDirectories(directory.resolve("sent"));
      Map<String, String> server = new HashMap<>(fleet.environment());
      server.put("RRRSPEC_PLACEMENT", Boolean.toString(mode.placement()));
      fleet.start("server", server, List.of("server"));
      fleet.addWorker();
      fleet.addWorker();
      return fleet;
    } catch (RuntimeException | InterruptedException e) {
      fleet.close();
      throw e;
    }
  }

  /** Starts another worker with an empty directory, and waits until it is there. */
  void addWorker() throws InterruptedException {
    workers++;
    String name = "worker-" + workers;
    Path work = directory.resolve("work").resolve(name);
    start(
        name,
        environment(),
        List.of("worker", "--name", name, "--slaves", "1", "--working-dir", work.toString()));
    await(
        "the start of " + name,
        START,
        () -> connection.commands().exists(Keys.heartbeat(KEYS.worker(name))));
  }

  private void start(String name, Map<String, String> environment, List<String> arguments) {
    processes.add(FleetProcess.start(directory, environment, directory.resolve(name), arguments));
  }

  /** What all processes of the fleet and its clients get. */
  Map<String, String> environment() {
    return Map.of(
        "RRRSPEC_REDIS", redis.url().toString(),
        "RRRSPEC_NAMESPACE", "fleet",
        "RRRSPEC_HTTP_PORT", "0",
        "RRRSPEC_COMMAND_PORT", "0",
        "RRRSPEC_RSYNC_REMOTE_PATH", directory.resolve("sent").toString(),
        // Neither a file of the user nor one in a parent directory is to change anything.
        "RRRSPEC_CONFIG", "");
  }

  /** A field of a hash; empty if it is not there. */
  String field(String key, String name) {
    String value = connection.commands().hget(key, name);
    return value == null ? "" : value;
  }

  /** When the first trial of a taskset started, in milliseconds since 1970; 0 if none has. */
  long firstTrialMs(String taskset) {
    long first = 0;
    for (String task : connection.commands().lrange(Keys.tasks(taskset), 0, -1)) {
      for (String trial : connection.commands().lrange(Keys.trials(task), 0, -1)) {
        String started = field(trial, "started_ms");
        if (!started.isEmpty() && (first == 0 || Long.parseLong(started) < first)) {
          first = Long.parseLong(started);
        }
      }
    }
    return first;
  }

  /** The worker logs of a taskset. */
  WorkerLogs logs(String taskset) {
    List<String> logs = new ArrayList<>();
    for (String key : connection.commands().lrange(Keys.workerLogs(taskset), 0, -1)) {
      String log = connection.commands().get(Keys.log(key));
      logs.add(log == null ? "" : log);
    }
    return new WorkerLogs(logs);
  }

  /** Waits until no worker has a run. */
  void awaitIdle() throws InterruptedException {
    await(
        "the end of all runs",
        Duration.ofSeconds(60),
        () ->
            connection.commands().smembers(KEYS.workers()).stream()
                .allMatch(
                    worker ->
                        field(worker, "taskset").isEmpty()
                            && !connection.commands().exists(Keys.reservation(worker))));
  }

  /** Waits until something is so; the message names what did not come. */
  static void await(String what, Duration limit, BooleanSupplier isSo) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new ServiceException(what + " did not come within " + limit.toSeconds() + " s");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @Override
  public void close() {
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).close();
    }
    connection.close();
    redis.close();
  }
}
