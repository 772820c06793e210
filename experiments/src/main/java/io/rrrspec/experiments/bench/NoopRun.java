package io.rrrspec.experiments.bench;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TasksetStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A whole run of tasks that do nothing, through real servers, from creation to its end.
 *
 * @param tasks how many
 * @param slaves how many threads serve it
 * @param work what each task does
 * @param queueOrder changes the order of the queue before activation
 */
record NoopRun(int tasks, int slaves, NoopSlave.Work work, Consumer<List<String>> queueOrder) {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int CHUNK = 500;

  static NoopRun of(int tasks, int slaves) {
    return new NoopRun(tasks, slaves, spec -> {}, queue -> {});
  }

  NoopRun working(NoopSlave.Work what) {
    return new NoopRun(tasks, slaves, what, queueOrder);
  }

  NoopRun inOrder(Consumer<List<String>> order) {
    return new NoopRun(tasks, slaves, work, order);
  }

  /**
   * What a run took.
   *
   * @param taskset its key
   * @param createSeconds creating it
   * @param activateSeconds taking the expiry from its tasks and activating it
   * @param runSeconds from there until its client was told of the end
   * @param redisCpuSeconds processor time of Redis in runSeconds
   * @param coordinationNanos per task: from the end of it to the start of the next
   */
  record Result(
      String taskset,
      double createSeconds,
      double activateSeconds,
      double runSeconds,
      double redisCpuSeconds,
      long[] coordinationNanos) {}

  /** Empties Redis and runs, with as many servers, and thus arbiters, as given. */
  Result on(BenchRedis redis, int serverCount) throws Exception {
    return on(redis, serverCount, () -> {});
  }

  /** As above; {@code activated} is called right before the taskset is activated. */
  Result on(BenchRedis redis, int serverCount, Runnable beforeActivation) throws Exception {
    redis.clear();
    TasksetStore store = new TasksetStore(redis.connection(), redis.keys());
    String notify = redis.keys().notifyList("bench");
    TasksetRequest request = aTaskset().withTasks(tasks).notifying(notify).request();
    try (Servers servers = new Servers(redis, serverCount);
        NoopWorker worker = new NoopWorker(redis, "bench")) {
      long start = System.nanoTime();
      String key = store.create(request, Instant.now());
      final double create = seconds(start);
      reorder(redis, key);
      worker.prepare(slaves, i -> new NoopSlave(redis, worker.slaveKey(i), key, work));
      beforeActivation.run();
      final double cpu = redis.cpuSeconds();
      start = System.nanoTime();
      store.activate(key, tasks);
      final double activate = seconds(start);
      start = System.nanoTime();
      worker.serve(key);
      awaitEnd(store, notify);
      double run = seconds(start);
      double used = redis.cpuSeconds() - cpu;
      worker.leave(key);
      check(store.find(key).orElseThrow());
      long[] all =
          worker.slaves().stream()
              .flatMapToLong(s -> Arrays.stream(s.coordinationNanos()))
              .toArray();
      return new Result(key, create, activate, run, used, all);
    }
  }

  private void reorder(BenchRedis redis, String key) {
    List<String> queue =
        new java.util.ArrayList<>(redis.connection().commands().lrange(Keys.taskQueue(key), 0, -1));
    List<String> before = List.copyOf(queue);
    queueOrder.accept(queue);
    if (queue.equals(before)) {
      return;
    }
    redis.connection().commands().del(Keys.taskQueue(key));
    for (int from = 0; from < queue.size(); from += CHUNK) {
      List<String> chunk = queue.subList(from, Math.min(queue.size(), from + CHUNK));
      redis.connection().commands().rpush(Keys.taskQueue(key), chunk.toArray(new String[0]));
    }
  }

  private static void awaitEnd(TasksetStore store, String notify) {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!store.awaitEnd(notify, Duration.ofSeconds(5))) {
      if (System.nanoTime() > end) {
        throw new ServiceException("the run did not end within " + LONGEST);
      }
    }
  }

  private void check(Taskset taskset) {
    // A figure from a run that lost tasks would mean nothing.
    if (taskset.status() != TasksetStatus.SUCCEEDED || taskset.succeededCount() != tasks) {
      throw new ServiceException("the run went wrong: " + taskset);
    }
  }

  static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }
}
