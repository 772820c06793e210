package io.rrrspec.experiments.bench;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.worker.agent.Worker;
import io.rrrspec.worker.agent.WorkerParameters;
import io.rrrspec.worker.agent.workspace.InPlace;
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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private @Nullable Database database;

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
    return run(aTaskset().withTasks(commands));
  }

  /** Runs a taskset of whatever runner; each task must succeed. */
  Run run(TasksetBuilder taskset) {
    return run(taskset, key -> {});
  }

  /** The same with slaves that are started behind something else. */
  Run runBehind(String beforeSlave, TasksetBuilder taskset) {
    return run(beforeSlave, taskset, key -> {});
  }

  /** The same; what is to be done before activation gets the key. */
  Run run(TasksetBuilder taskset, Consumer<String> before) {
    return run("", taskset, before);
  }

  private Run run(String beforeSlave, TasksetBuilder taskset, Consumer<String> before) {
    TasksetStore store = new TasksetStore(redis, bench.keys());
    String notify = bench.keys().notifyList("bench");
    TasksetRequest request =
        taskset.slaveCommand(beforeSlave + slaveCommand()).notifying(notify).request();
    String key = store.create(request, Instant.now());
    before.accept(key);
    Instant activated = Instant.now();
    store.activate(key, request.tasks().size());
    for (int i = 0; !store.awaitEnd(notify, Duration.ofSeconds(5)); i++) {
      if (i == 60) {
        throw new ServiceException("the run did not end");
      }
    }
    Instant told = Instant.now();
    Taskset ended = store.find(key).orElseThrow();
    if (ended.status() != TasksetStatus.SUCCEEDED) {
      throw new ServiceException("the run went wrong: " + ended);
    }
    List<Trial> trials = new ArrayList<>();
    store.eachTask(
        key,
        chunk ->
            trials.addAll(
                new TrialStore(redis, bench.keys())
                    .find(chunk.stream().map(Task::trials).flatMap(List::stream).toList())));
    return new Run(activated, told, ended, trials);
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

  /** Lets a persister with an H2 file of its own take the runs from now on. */
  void startPersister() {
    database = Database.open(JdbcUrl.ofFile(dir.resolve("history")));
    Keys keys = bench.keys();
    loops.add(
        Loop.start(
            new Persister(
                new Stores(redis, keys),
                MessageQueue.persister(redis, keys, keys.server("persister")),
                new TasksetArchive(database),
                new ClassHistory(database),
                InstantSource.system()),
            WAIT));
  }

  /** When a run was in the database, as the persister says after its first transaction. */
  Instant persistedAt(String taskset) {
    for (int i = 0; i < 6_000; i++) {
      String millis = redis.commands().hget(taskset, "persisted_ms");
      if (millis != null) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
      }
      Pause.millis(10);
    }
    throw new ServiceException("the run was not persisted within a minute");
  }

  Path workspace() {
    return dir.resolve("workspace");
  }

  /** The real one: what is measured is the packaged slave, as its users start it. */
  private static String slaveCommand() {
    return "exec '" + Checkout.script("rrrspec-java") + "' slave";
  }

  @Override
  public void close() throws IOException {
    loops.forEach(Loop::stop);
    worker.kill();
    servers.close();
    redis.close();
    loops.forEach(Loop::close);
    if (database != null) {
      database.close();
    }
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
