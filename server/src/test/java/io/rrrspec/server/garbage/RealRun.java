package io.rrrspec.server.garbage;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.server.Server;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.UnifiedJedis;

/** A server, a worker and a slave in one thread, with a clock of their own, and their taskset. */
final class RealRun {
  private static final Duration LIFE = Duration.ofHours(1);

  final Keys keys;
  final UnifiedJedis raw;
  final TasksetStore tasksets;
  final TrialStore trials;
  final String worker;
  final String slave;
  String taskset = "";
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final Server server;
  private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
  private long life;

  RealRun(TestRedis redis) {
    this.keys = redis.keys();
    this.raw = redis.connection().commands();
    this.tasksets = new TasksetStore(redis.connection(), keys);
    this.trials = new TrialStore(redis.connection(), keys);
    this.workers = new WorkerStore(redis.connection(), keys);
    this.slaves = new SlaveStore(redis.connection());
    this.worker = keys.worker("w1");
    this.slave = Keys.slave(worker, "1");
    this.server = new Server("s1", redis.connection(), keys, () -> Instant.ofEpochMilli(now.get()));
    workers.announce(worker, "default", "localhost", LIFE);
  }

  /** Creates a taskset, behind whatever stands in Redis already. */
  RealRun withTasks(int count) {
    taskset = aTaskset().withTasks(count).activatedIn(tasksets);
    return this;
  }

  /** All actors of the server once; none may throw. */
  RealRun step() {
    for (Actor actor : server.actors()) {
      actor.step();
    }
    now.addAndGet(1_000);
    return this;
  }

  RealRun steps(int count) {
    for (int i = 0; i < count; i++) {
      step();
    }
    return this;
  }

  /** The worker takes what the dispatcher gave it, and starts its slave. */
  RealRun start() {
    steps(3);
    assertThat(workers.take(worker, taskset)).as("the dispatcher gave it a worker").isTrue();
    life = slaves.register(slave, taskset, "localhost", true).orElseThrow();
    return this;
  }

  /** The slave runs one task, green. */
  String pass() {
    Claim claim = trials.claim(taskset, slave, life);
    assertThat(claim).isInstanceOf(Claim.Run.class);
    Claim.Run run = (Claim.Run) claim;
    trials.finish(run.trial(), slave, taskset, green());
    return run.trial();
  }

  private static TrialResult green() {
    return new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);
  }

  TasksetStatus status() {
    return tasksets.status(taskset).orElseThrow();
  }

  List<String> setAside() {
    return raw.lrange(keys.setAside(), 0, -1);
  }
}
