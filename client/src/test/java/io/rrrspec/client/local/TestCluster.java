package io.rrrspec.client.local;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.server.Server;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.Worker;
import io.rrrspec.worker.agent.WorkerParameters;
import io.rrrspec.worker.agent.workspace.InPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server and a worker with real slave processes, on the tests' Redis. */
public final class TestCluster implements AutoCloseable {
  private static final Duration WAIT = Duration.ofMillis(500);

  private final RedisConnection redis;
  private final Keys keys;
  private final Worker worker;
  private final List<Loop> loops = new ArrayList<>();

  public TestCluster(TestRedis testRedis, Path workspace, Path runtime, int slaves) {
    this.redis = RedisConnection.open(testRedis.url(), 16);
    this.keys = testRedis.keys();
    Server server = new Server("server-1", redis, keys, InstantSource.system());
    this.worker =
        new Worker(
            new WorkerParameters(
                "worker-1",
                "default",
                "localhost",
                slaves,
                new InPlace(workspace),
                runtime,
                testRedis.url(),
                Map.of(),
                Duration.ofSeconds(8),
                Duration.ofHours(1)),
            redis,
            keys,
            InstantSource.system());
    worker.announce();
    for (Actor actor : server.actors()) {
      loops.add(Loop.start(actor, WAIT));
    }
    loops.add(Loop.start(worker.heartbeat(), WAIT));
    loops.add(Loop.start(worker, WAIT));
  }

  public TasksetStore tasksets() {
    return new TasksetStore(redis, keys);
  }

  List<Task> tasks(String taskset) {
    List<Task> tasks = new ArrayList<>();
    tasksets().eachTask(taskset, tasks::addAll);
    return tasks;
  }

  Task task(String taskset, String specFile) {
    return tasks(taskset).stream()
        .filter(task -> task.specFile().equals(specFile))
        .findFirst()
        .orElseThrow();
  }

  List<Trial> trials(Task task) {
    return new TrialStore(redis, keys).find(task.trials());
  }

  /** A slave_command that needs no installed rrrspec-java: this JVM's own class path. */
  public static String slaveCommand() {
    return "exec env -u RRRSPEC_WORKING_DIR "
        + System.getProperty("java.home")
        + "/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
        + System.getProperty("java.class.path")
        + "' io.rrrspec.worker.slave.SlaveMain --taskset \"$RRRSPEC_TASKSET_KEY\""
        + " --slave-file \"$RRRSPEC_SLAVE_FILE\"";
  }

  @Override
  public void close() {
    loops.forEach(Loop::stop);
    worker.kill();
    redis.close();
    loops.forEach(Loop::close);
  }
}
