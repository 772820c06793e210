package io.rrrspec.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.WorkerStore.Assigned;
import java.time.Duration;
import java.time.Instant;

/** Takes each step in the model and in a real Redis, and compares the answers. */
final class RealWorkerScripts extends WorkerScripts {
  private final RealRedis redis;

  RealWorkerScripts(RealRedis redis) {
    this.redis = redis;
  }

  @Override
  void died(World w, int n) {
    super.died(w, n);
    redis.newProcess(n);
  }

  @Override
  void silence(World w, int n) {
    super.silence(w, n);
    redis.commands.del(Keys.heartbeat(redis.worker(n)));
  }

  @Override
  void expireReservation(World w, int n) {
    super.expireReservation(w, n);
    redis.commands.del(Keys.reservation(redis.worker(n)));
  }

  @Override
  boolean claim(World w, int n) {
    boolean claimed = super.claim(w, n);
    long left =
        redis.workers.claim(
            redis.worker(n), redis.owner(n), "default", "host-" + n, RealRedis.LIFE);
    assertThat(left == 0).as("claim of a name").isEqualTo(claimed);
    return claimed;
  }

  @Override
  boolean beat(World w, int n) {
    boolean own = super.beat(w, n);
    String held = redis.workers.beat(redis.worker(n), redis.owner(n), RealRedis.LIFE);
    assertThat(held != null).as("own name").isEqualTo(own);
    if (own) {
      assertThat(held).as("what it serves").isEqualTo(w.workers.get(n).serves ? redis.taskset : "");
    }
    return own;
  }

  @Override
  boolean assign(World w, int n, int serving, int limit) {
    boolean assigned = super.assign(w, n, serving, limit);
    Assigned real =
        redis.workers.assign(redis.taskset, redis.worker(n), serving, limit, RealRedis.LIFE);
    assertThat(real == Assigned.ASSIGNED).as("assign: %s", real).isEqualTo(assigned);
    return assigned;
  }

  @Override
  void pop(World w, int n) {
    super.pop(w, n);
    assertThat(redis.workers.awaitTaskset(redis.worker(n), Duration.ofSeconds(10)))
        .isEqualTo(redis.taskset);
  }

  @Override
  boolean take(World w, int n) {
    boolean taken = super.take(w, n);
    assertThat(redis.workers.take(redis.worker(n), redis.taskset)).as("taken").isEqualTo(taken);
    return taken;
  }

  @Override
  void markSetUp(World w, int n) {
    super.markSetUp(w, n);
    String log = Keys.workerLog(redis.taskset, redis.worker(n));
    redis.workers.mark(log, "setup_finished", Instant.now());
  }

  @Override
  void leave(World w, int n, boolean broken) {
    super.leave(w, n, broken);
    redis.workers.leave(
        redis.worker(n), redis.taskset, broken ? "broken" : "", !broken, RealRedis.LIFE);
  }

  @Override
  void retire(World w, int n) {
    super.retire(w, n);
    redis.workers.retire(redis.worker(n));
  }
}
