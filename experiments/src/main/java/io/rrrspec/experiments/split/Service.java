package io.rrrspec.experiments.split;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.server.Server;
import io.rrrspec.testing.Checkout;
import io.rrrspec.worker.agent.Worker;
import io.rrrspec.worker.agent.WorkerParameters;
import io.rrrspec.worker.agent.workspace.InPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Redis, a server, and a worker whose slaves are those of the distribution, for runs of one
 * prepared project in its own directory.
 */
final class Service implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** So many classes are read at once, each with what its tests have printed. */
  private static final int CLASSES = 20;

  private final EmbeddedRedis server;
  private final RedisConnection redis;
  private final Keys keys = new Keys("split-study");
  private final Worker worker;
  private final List<Loop> loops = new ArrayList<>();

  /**
   * Starts it.
   *
   * @param directory for its own files; it must exist
   */
  Service(Path project, Path directory, int slaves) {
    this.server = EmbeddedRedis.start(directory.resolve("redis"));
    this.redis = RedisConnection.open(server.url(), 16);
    this.worker =
        new Worker(
            new WorkerParameters(
                "study",
                "default",
                "localhost",
                slaves,
                new InPlace(project),
                runtime(directory),
                server.url(),
                Map.of(),
                Lifetimes.HEARTBEAT,
                Lifetimes.PERSISTED),
            redis,
            keys,
            InstantSource.system());
    Server local = new Server("study", redis, keys, InstantSource.system());
    local.announce();
    worker.announce();
    List<Actor> actors = new ArrayList<>(local.actors());
    actors.add(worker.heartbeat());
    actors.add(worker);
    actors.forEach(actor -> loops.add(Loop.start(actor, LONGEST_WAIT)));
  }

  private static Path runtime(Path directory) {
    try {
      return Files.createTempDirectory(directory, "run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs classes, each once, and waits for the end. If nothing ends for longer than any class may
   * take, the run is cancelled, and what has not ended is undecided.
   *
   * @param limit how long a class may take that is not expected to take longer
   * @return by task, in the order of the tasks
   */
  Map<String, Ran> run(List<TaskRequest> tasks, Duration limit) {
    String notify = keys.notifyList(UUID.randomUUID().toString());
    int seconds = Math.toIntExact(limit.toSeconds());
    TasksetStore tasksets = new TasksetStore(redis, keys);
    String key =
        tasksets.create(
            new TasksetRequest(
                "local",
                "",
                "exec '" + Checkout.distribution().resolve("bin/rrrspec-java") + "' slave",
                "",
                1,
                1,
                "split-study",
                seconds,
                seconds,
                Runner.JUNIT,
                null,
                notify,
                tasks,
                // A second look would run classes again beside others.
                Extras.NONE.withOrderDependent(OrderDependent.IGNORE)),
            Instant.now());
    tasksets.activate(key, tasks.size());
    await(tasksets, key, notify, patience(tasks, limit));
    Taskset taskset =
        tasksets.find(key).orElseThrow(() -> new ServiceException("the run " + key + " is lost"));
    return read(RunInRedis.of(taskset, redis, keys), tasksets);
  }

  private static Duration patience(List<TaskRequest> tasks, Duration limit) {
    Duration longest = limit;
    for (TaskRequest task : tasks) {
      Duration estimate = task.estimate();
      // As long as its hard limit.
      if (estimate != null && estimate.multipliedBy(3).compareTo(longest) > 0) {
        longest = estimate.multipliedBy(3);
      }
    }
    return longest.plus(GRACE);
  }

  private static void await(TasksetStore tasksets, String key, String notify, Duration patience) {
    long left = -1;
    long moved = System.nanoTime();
    while (!tasksets.awaitEnd(notify, LOOK)) {
      long now = tasksets.progress(key).left();
      if (now != left) {
        left = now;
        moved = System.nanoTime();
      } else if (System.nanoTime() - moved > patience.toNanos()) {
        tasksets.cancel(key, "no class has ended for " + patience.toSeconds() + " s");
        return;
      }
    }
  }

  private Map<String, Ran> read(RunInRedis run, TasksetStore tasksets) {
    Map<String, Ran> all = new LinkedHashMap<>();
    int after = 0;
    List<RunTask> some;
    do {
      some = run.wholeTasks(after, CLASSES);
      for (RunTask task : some) {
        all.put(task.specFile(), ran(task, tasksets));
        after = task.no();
      }
    } while (some.size() == CLASSES);
    return all;
  }

  private Ran ran(RunTask task, TasksetStore tasksets) {
    TaskSplit split = task.task().split();
    Ran.Divided divided = split == null ? null : divided(task, split, tasksets);
    if (task.trials().isEmpty()) {
      return new Ran(task.status(), Duration.ZERO, Tests.NONE, "it has not run", divided);
    }
    Trial last = task.trials().get(task.trials().size() - 1);
    return new Ran(
        task.status(),
        last.duration().isNegative() ? Duration.ZERO : last.duration(),
        new Tests(last.cases()),
        Objects.requireNonNullElse(last.reason(), ""),
        divided);
  }

  private Ran.Divided divided(RunTask task, TaskSplit split, TasksetStore tasksets) {
    TrialStore trials = new TrialStore(redis, keys);
    List<Trial> ran = new ArrayList<>();
    boolean complete = true;
    boolean refused = false;
    List<String> remarks = new ArrayList<>();
    for (List<String> ofPart : tasksets.partTrials(task.task().key(), split.parts())) {
      List<Trial> found = trials.find(ofPart);
      complete &= !found.isEmpty();
      for (Trial trial : found) {
        String reason = Objects.requireNonNullElse(trial.reason(), "");
        if (reason.equals(PartReport.REFUSED + split.whole())) {
          refused = true;
        } else if (!reason.isEmpty() && !reason.startsWith(PartReport.REFUSED)) {
          remarks.add(reason);
        }
        ran.add(trial);
      }
    }
    // A class that is decided has the tests of its parts; then these are empty.
    Tests tests =
        split.inParts() && !task.trials().isEmpty()
            ? new Tests(task.trials().get(task.trials().size() - 1).cases())
            : new Tests(ran.stream().flatMap(trial -> trial.cases().stream()).toList());
    return new Ran.Divided(split.whole(), refused, complete, tests, remarks);
  }

  @Override
  public void close() {
    loops.forEach(Loop::stop);
    try {
      worker.kill();
    } finally {
      // The end of Redis is what ends the waits of the loops.
      server.close();
      redis.close();
      loops.forEach(Loop::close);
    }
  }
}
