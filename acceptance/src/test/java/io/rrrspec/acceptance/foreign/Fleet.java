package io.rrrspec.acceptance.foreign;

import static org.awaitility.Awaitility.await;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.run.Runs;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.server.Server;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.Worker;
import io.rrrspec.worker.agent.WorkerParameters;
import io.rrrspec.worker.agent.workspace.InPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/**
 * Our side: a server that has watched this Redis for a minute already, a persister, and workers
 * with real slave processes. The other side's threads use its commands.
 */
final class Fleet implements AutoCloseable {
  private static final Duration WAIT = Duration.ofMillis(500);

  final TestRedis testRedis;
  final Keys keys;
  final TasksetStore tasksets;
  final Database database;

  private final RedisConnection ours;
  private final RedisConnection theirs;
  private final Path dir;
  private final List<Loop> loops = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private final List<ForeignWorker> others = new ArrayList<>();
  private volatile Duration ahead = Duration.ZERO;

  Fleet(TestRedis testRedis, Path dir) {
    this.testRedis = testRedis;
    this.dir = dir;
    this.keys = testRedis.keys();
    this.ours = RedisConnection.open(testRedis.url(), 16);
    this.theirs = RedisConnection.open(testRedis.url(), 16);
    this.tasksets = new TasksetStore(ours, keys);
    this.database = Database.open(JdbcUrl.ofFile(dir.resolve("history")));
    InstantSource clock = () -> Instant.now().plus(ahead);
    Server server = new Server("server-1", ours, keys, clock);
    server.announce();
    // So that heartbeats of foreign implementations count: nobody is dead before a minute of
    // watching.
    server.actors().stream().filter(a -> a.name().equals("watchdog")).forEach(Actor::step);
    ahead = Duration.ofSeconds(61);
    server.actors().forEach(actor -> loops.add(Loop.start(actor, WAIT)));
    loops.add(Loop.start(persister(), WAIT));
  }

  private Persister persister() {
    return new Persister(
        new Stores(ours, keys),
        MessageQueue.persister(ours, keys, keys.server("persister-1")),
        new TasksetArchive(database),
        new ClassHistory(database),
        InstantSource.system());
  }

  UnifiedJedis commands() {
    return theirs.commands();
  }

  ForeignClient client() {
    return new ForeignClient(commands(), keys);
  }

  /** Starts a worker of ours on a workspace of its own. */
  void worker(String id, int slaves) {
    worker(id, slaves, ours, testRedis.url());
  }

  /** The same with a way to Redis of its own, which may be cut. */
  void worker(String id, int slaves, RedisConnection redis, URI url) {
    Worker worker =
        new Worker(
            new WorkerParameters(
                id,
                "default",
                id + "-host",
                slaves,
                new InPlace(workspace(id)),
                workspace(id + "-runtime"),
                url,
                Map.of(),
                Lifetimes.HEARTBEAT,
                Duration.ofHours(1)),
            redis,
            keys,
            InstantSource.system());
    worker.announce();
    workers.add(worker);
    loops.add(Loop.start(worker.heartbeat(), WAIT));
    loops.add(Loop.start(worker, WAIT));
  }

  Path workspace(String name) {
    try {
      return Files.createDirectories(dir.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A foreign worker with foreign slaves. */
  ForeignWorker foreignWorker(String id, Timing timing, ForeignSlave.Tests... places) {
    return foreignWorker(id, timing, ForeignWorker.threads(commands(), keys, timing, places));
  }

  ForeignWorker foreignWorker(String id, Timing timing, ForeignWorker.Starter starter) {
    ForeignWorker worker = new ForeignWorker(commands(), keys, id, timing, starter);
    others.add(worker);
    return worker;
  }

  /** Waits for the end. */
  String awaitEnd(String taskset, Duration limit) {
    await("the end of " + taskset)
        .atMost(limit)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> tasksets.status(taskset).orElseThrow().isFinal());
    return String.valueOf(commands().hget(taskset, "status"));
  }

  List<Trial> trials(String taskset, String specFile) {
    List<Task> task = tasksets.tasks(List.of(Keys.task(taskset, specFile)));
    return new TrialStore(ours, keys).find(task.get(0).trials());
  }

  String taskStatus(String taskset, String specFile) {
    return String.valueOf(commands().hget(Keys.task(taskset, specFile), "status"));
  }

  Runs history() {
    return new Runs(database);
  }

  @Override
  public void close() throws Exception {
    others.forEach(ForeignWorker::stop);
    for (ForeignWorker other : others) {
      other.close();
    }
    loops.forEach(Loop::stop);
    for (Worker worker : workers) {
      worker.kill();
    }
    theirs.close();
    ours.close();
    loops.forEach(Loop::close);
    database.close();
  }
}
