package io.rrrspec.worker.slave;

import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.worker.slave.jvm.OwnThread;
import java.util.List;

/** Says that this slave lives, where its worker does not: under a foreign worker. */
final class OwnHeartbeat {
  private OwnHeartbeat() {}

  /** Beats once, then on a thread of its own until the JVM ends. */
  static void start(SlaveStore slaves, String slaveKey, RedisRetry retry) {
    beat(slaves, slaveKey, retry);
    OwnThread.start(
        "rrrspec-heartbeat",
        () -> {
          Thread.sleep(Lifetimes.BEAT_EVERY.toMillis());
          beat(slaves, slaveKey, retry);
          return true;
        });
  }

  private static void beat(SlaveStore slaves, String slaveKey, RedisRetry retry) {
    retry.call(
        () -> {
          slaves.beat(List.of(slaveKey), Lifetimes.HEARTBEAT);
          return "";
        });
  }
}
