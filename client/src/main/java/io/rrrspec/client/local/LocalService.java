package io.rrrspec.client.local;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.mover.OldRuns;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.source.SourceLinks;
import io.rrrspec.server.Server;
import io.rrrspec.worker.agent.Worker;
import io.rrrspec.worker.agent.WorkerParameters;
import io.rrrspec.worker.agent.load.C2Priority;
import io.rrrspec.worker.agent.supervise.Machine;
import io.rrrspec.worker.agent.workspace.InPlace;
import io.rrrspec.worker.slave.jvm.Coverage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server, worker and persister with a Redis and a database of their own, in this process. */
final class LocalService implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LocalService.class);
  private static final String NAME = "local";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final Duration LAST_STEP = Duration.ofSeconds(10);

  /** Each actor may block on one; the rest is for the run itself. */
  private static final int CONNECTIONS = 16;

  private final EmbeddedRedis server;
  private final RedisConnection redis;
  private final Keys keys = new Keys("rrrspec");
  private volatile LocalHistory history;
  private final Path runtimeDir;
  private final List<Loop> loops = new ArrayList<>();
  private volatile Persister persister;
  private @Nullable Loop persisting;
  private @Nullable OldRuns oldRuns;
  private @Nullable Loop deleting;
  private @Nullable LocalViewer viewer;
  private @Nullable ModuleGates gates;
  private volatile boolean closed;
  private Worker worker;

  private LocalService(EmbeddedRedis server, LocalHistory history, Path runtimeDir) {
    this.server = server;
    this.history = history;
    this.runtimeDir = runtimeDir;
    this.redis = RedisConnection.open(server.url(), CONNECTIONS);
    this.persister = persister(redis, keys, history.database());
    this.worker = worker(Path.of("."), SlaveNumber.of(1), C2Priority.NORMAL, Map.of());
  }

  private static Persister persister(RedisConnection redis, Keys keys, Database database) {
    return new Persister(
        new Stores(redis, keys),
        MessageQueue.persister(redis, keys, keys.server("local")),
        new TasksetArchive(database),
        new ClassHistory(database),
        InstantSource.system());
  }

  /** Starts Redis and opens the database, both at the same time. */
  static LocalService open(DataDirectory data) {
    CompletableFuture<EmbeddedRedis> redis =
        CompletableFuture.supplyAsync(() -> EmbeddedRedis.start(data.redis()));
    LocalHistory history;
    try {
      history = LocalHistory.open(JdbcUrl.ofFile(data.history()));
    } catch (RuntimeException e) {
      var unused = redis.thenAccept(EmbeddedRedis::close);
      throw e;
    }
    try {
      return new LocalService(redis.join(), history, data.openRun());
    } catch (CompletionException e) {
      history.database().close();
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private Worker worker(
      Path project, SlaveNumber slaves, C2Priority c2, Map<String, String> environment) {
    return new Worker(
        new WorkerParameters(
                NAME,
                "default",
                "localhost",
                slaves.number(),
                new InPlace(project),
                runtimeDir,
                server.url(),
                environment,
                Lifetimes.HEARTBEAT,
                Lifetimes.PERSISTED)
            .withAutoSlaves(slaves.auto()),
        redis,
        keys,
        InstantSource.system(),
        Machine.THIS.with(c2));
  }

  /**
   * Starts the loops.
   *
   * @param environment what the launchers of the slaves get; the tests do not see it
   */
  void start(Path project, SlaveNumber slaves, C2Priority c2, Map<String, String> environment) {
    Server local = new Server("local", redis, keys, InstantSource.system());
    worker = worker(project, slaves, c2, environment);
    local.announce();
    worker.announce();
    List<Actor> actors = new ArrayList<>(local.actors());
    actors.add(worker.heartbeat());
    actors.add(worker);
    actors.forEach(actor -> loops.add(Loop.start(actor, LONGEST_WAIT)));
  }

  /** Writes what ends from now on into the history. */
  void record() {
    persisting = Loop.start(persister, LONGEST_WAIT);
  }

  /** Begins, in the background, to delete the runs that the settings do not keep. */
  void deleteOldRuns(Settings settings) {
    OldRuns old = OldRuns.of(settings, database());
    oldRuns = old;
    deleting = Loop.start(old, LONGEST_WAIT);
  }

  /** Shows a run as web pages, if it takes long enough. */
  synchronized LocalViewer show(SharedSettings settings, SourceLinks sources, String tasksetKey) {
    LocalViewer later =
        LocalViewer.later(
            settings,
            sources,
            Records.of(redis, keys, database()).withoutFleet(),
            Keys.lastPart(tasksetKey));
    if (closed) {
      later.close();
    }
    viewer = later;
    return later;
  }

  /** Where a Maven is talked with that waits while tests run. */
  Path waitingDirectory() {
    return runtimeDir.resolve("maven");
  }

  /** Closes these, too, when no test runs any more. */
  synchronized void closeWithTests(ModuleGates of) {
    gates = of;
    if (closed) {
      of.close();
    }
  }

  /** Hands over what is still to be said of the goals around its tests, line by line. */
  synchronized void tellOfGoals(Consumer<String> say) {
    if (gates != null) {
      gates.tell(say);
    }
  }

  /** Where slaves save their coverage, if that directory exists. */
  Path coverage() {
    return Coverage.directory(WorkerParameters.slaveFile(runtimeDir, NAME));
  }

  RedisConnection redis() {
    return redis;
  }

  Keys keys() {
    return keys;
  }

  Stores stores() {
    return new Stores(redis, keys);
  }

  Database database() {
    return history.database();
  }

  /**
   * Goes on with an empty history that ends with the run, as if the user's file did not serve from
   * the begin. To be called before anything is recorded, deleted or shown.
   *
   * @param trouble why the file cannot be read
   */
  synchronized void forgetHistory(ServiceException trouble) {
    if (closed) {
      return;
    }
    Database unreadable = database();
    LocalHistory empty = LocalHistory.inMemory(trouble);
    history = empty;
    persister = persister(redis, keys, empty.database());
    unreadable.close();
  }

  /** Why this run will not be in the history, in one line; "" if it will. */
  String historyTrouble() {
    return history.trouble();
  }

  /** How many slaves a run has used, and why, in a line; null if it was told a number. */
  @Nullable String slavesUsed(Taskset taskset) {
    return stores().workers().findLog(Keys.workerLog(taskset.key(), keys.worker(NAME))).slaves();
  }

  /** What each task is expected to take, by the history. */
  Map<String, Duration> estimates(String tasksetClass) {
    persister.refillEstimates(tasksetClass);
    return stores().estimates().find(tasksetClass);
  }

  /** What tasks share with others in a JVM, as {@link #estimates} has read it. */
  Map<String, KnownAffinity> affinities(String tasksetClass) {
    return stores().affinities().find(tasksetClass);
  }

  /** How classes may be divided, as {@link #estimates} has read it. */
  Map<String, KnownParts> partTimes(String tasksetClass) {
    return stores().partTimes().find(tasksetClass);
  }

  /** What tasks are expected to do with their time, as {@link #estimates} has read it. */
  Map<String, TimeShare> timeShares(String tasksetClass) {
    return stores().estimates().shares(tasksetClass);
  }

  /** What keeps the persister from writing now, in one line; "" if nothing does. */
  String persistingFailure() {
    Loop loop = persisting;
    return loop == null || loop.failuresInARow() == 0 ? "" : loop.lastFailure();
  }

  /** Stops everything, slaves first; harmless the second time. Also the way out on Ctrl-C. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    loops.forEach(Loop::stop);
    Loop last = persisting;
    OldRuns old = oldRuns;
    if (old != null) {
      old.stop();
    }
    if (last != null) {
      // H2 closes its file under a thread that is interrupted, and what is visible already is lost.
      last.stopWithoutInterrupt();
    }
    try {
      worker.kill();
      if (gates != null) {
        gates.close();
      }
    } finally {
      // The end of Redis is what ends the waits of the loops: closing our side leaves alone the
      // connections that are in use.
      server.close();
      redis.close();
      loops.forEach(Loop::close);
      finish(last);
      finish(old, deleting);
      if (viewer != null) {
        viewer.close();
      }
      database().close();
      DataDirectory.deleteTree(runtimeDir);
    }
  }

  private static void finish(@Nullable OldRuns old, @Nullable Loop deleting) {
    try {
      if (old != null && deleting != null && old.finish(LAST_STEP)) {
        deleting.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void finish(@Nullable Loop loop) {
    try {
      if (loop != null && !loop.finish(LAST_STEP)) {
        log.warn("the last transaction of the history did not end within {}", LAST_STEP);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
