package io.rrrspec.experiments.bench;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.store.TasksetStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Slaves of which one holds the only task of a run, and the others wait for its end. */
final class WaitingSlaves implements AutoCloseable {
  private final String taskset;
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<NoopWorker> workers = new ArrayList<>();

  /** Makes them, with a connection each. */
  WaitingSlaves(BenchRedis redis, int workerCount, int slavesEach) {
    TasksetStore store = new TasksetStore(redis.connection(), redis.keys());
    taskset = aTaskset().withTasks(1).maxWorkers(workerCount).activatedIn(store);
    for (int i = 0; i < workerCount; i++) {
      NoopWorker worker = new NoopWorker(redis, "bench-" + i);
      workers.add(worker);
      worker.prepare(
          slavesEach, n -> new NoopSlave(redis, worker.slaveKey(n), taskset, s -> run()));
    }
  }

  private void run() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has them claim and wait; a server must run. */
  void start() {
    workers.forEach(worker -> worker.serve(taskset));
  }

  /** A slave is alive as long as its worker's heartbeat: one long one stands for all beats. */
  void beatOnceForLong() {
    workers.forEach(NoopWorker::beatOnceForLong);
  }

  /** The task ends, and the run with it. */
  void end() {
    end.countDown();
  }

  /** How many have not seen the end. */
  long running() {
    return workers.stream().mapToLong(NoopWorker::running).sum();
  }

  /** How many have ended with an error. */
  int complaints() {
    return workers.stream().mapToInt(NoopWorker::complaints).sum();
  }

  @Override
  public void close() {
    end();
    workers.forEach(NoopWorker::close);
  }
}
