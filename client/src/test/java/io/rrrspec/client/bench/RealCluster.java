package io.rrrspec.client.bench;

import static io.rrrspec.common.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.Worker;
import io.rrrspec.worker.WorkerParameters;
import io.rrrspec.worker.workspace.InPlace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A server and a worker of two slaves, each a real process that runs commands. */
final class RealCluster implements AutoCloseable {
  static final int SLAVES = 2;
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final BenchRedis bench;
  private final RedisConnection redis;
  private final Servers servers;
  private final Worker worker;
  private final List<Loop> loops = new ArrayList<>();
  private final Path dir;

  /**
   * Starts everything but slaves, on an empty Redis.
   *
   * @param slavesRedis what the slaves take for the address of Redis
   */
  RealCluster(BenchRedis bench, URI slavesRedis) throws IOException {
    bench.clear();
    this.bench = bench;
    this.dir = Files.createTempDirectory("rrrspec-bench");
    this.redis = RedisConnection.open(bench.url(), 8);
    this.servers = new Servers(bench, 1);
    this.worker =
        new Worker(
            new WorkerParameters(
                "worker-1",
                "default",
                "localhost",
                SLAVES,
                new InPlace(Files.createDirectory(dir.resolve("workspace"))),
                Files.createDirectory(dir.resolve("runtime")),
                slavesRedis,
                Map.of(),
                Duration.ofSeconds(8),
                Duration.ofHours(1)),
            redis,
            bench.keys(),
            InstantSource.system());
    worker.announce();
    loops.add(Loop.start(worker.heartbeat(), WAIT));
    loops.add(Loop.start(worker, WAIT));
  }

  /**
   * A run as its client sees it.
   *
   * @param activated when activation began
   * @param told when the client was told of the end
   * @param taskset what became of it
   * @param trials all trials
   */
  record Run(Instant activated, Instant told, Taskset taskset, List<Trial> trials) {
    double seconds() {
      return Duration.between(activated, told).toNanos() / 1e9;
    }
  }

  /** Runs commands; each must succeed. */
  Run run(String... commands) {
    TasksetStore store = new TasksetStore(redis, bench.keys());
    String notify = bench.keys().notifyList("bench");
    var request =
        aTaskset().withTasks(commands).slaveCommand(slaveCommand()).notifying(notify).request();
    String key = store.create(request, Instant.now());
    Instant activated = Instant.now();
    store.activate(key, commands.length);
    for (int i = 0; !store.awaitEnd(notify, Duration.ofSeconds(5)); i++) {
      if (i == 60) {
        throw new ServiceException("the run did not end");
      }
    }
    Instant told = Instant.now();
    Taskset taskset = store.find(key).orElseThrow();
    if (taskset.status() != TasksetStatus.SUCCEEDED) {
      throw new ServiceException("the run went wrong: " + taskset);
    }
    List<Trial> trials = new ArrayList<>();
    store.eachTask(
        key,
        chunk ->
            trials.addAll(
                new TrialStore(redis, bench.keys())
                    .find(chunk.stream().map(Task::trials).flatMap(List::stream).toList())));
    return new Run(activated, told, taskset, trials);
  }

  /** Waits until the worker has left its taskset: only then is it idle. */
  void awaitIdle() {
    String key = bench.keys().worker("worker-1");
    String taskset = redis.commands().hget(key, "taskset");
    while (taskset != null && !taskset.isEmpty()) {
      Pause.millis(20);
      taskset = redis.commands().hget(key, "taskset");
    }
  }

  /** When the worker took a taskset, by Redis's clock. */
  Instant takenAt(String taskset) {
    String log = Keys.workerLog(taskset, bench.keys().worker("worker-1"));
    Instant taken = new WorkerStore(redis, bench.keys()).findLog(log).startedAt();
    return Objects.requireNonNull(taken);
  }

  Path workspace() {
    return dir.resolve("workspace");
  }

  /** A slave_command that needs no installed rrrspec-java: this JVM's own class path. */
  private static String slaveCommand() {
    return "exec "
        + System.getProperty("java.home")
        + "/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
        + System.getProperty("java.class.path")
        + "' io.rrrspec.worker.slave.SlaveMain --taskset \"$RRRSPEC_TASKSET_KEY\""
        + " --slave-file \"$RRRSPEC_SLAVE_FILE\"";
  }

  @Override
  public void close() throws IOException {
    loops.forEach(Loop::stop);
    worker.kill();
    servers.close();
    redis.close();
    loops.forEach(Loop::close);
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
