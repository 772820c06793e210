package io.rrrspec.worker;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.WorkerStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Says that a worker and its slaves live. A loop of its own: it must not wait for anything else.
 */
final class WorkerHeartbeat implements Actor {
  private static final Duration EVERY = Duration.ofMillis(2_500);

  private final String workerKey;
  private final Duration life;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final Supplier<List<String>> slaveKeys;
  private final Runnable announce;

  WorkerHeartbeat(
      String workerKey,
      Duration life,
      WorkerStore workers,
      SlaveStore slaves,
      Supplier<List<String>> slaveKeys,
      Runnable announce) {
    this.workerKey = workerKey;
    this.life = life;
    this.workers = workers;
    this.slaves = slaves;
    this.slaveKeys = slaveKeys;
    this.announce = announce;
  }

  @Override
  public String name() {
    return "worker-heartbeat";
  }

  @Override
  public boolean step() {
    if (!workers.beat(workerKey, life)) {
      announce.run();
    }
    slaves.beat(slaveKeys.get(), life);
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(EVERY.toMillis());
  }
}
