package io.rrrspec.worker;

import static io.rrrspec.common.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.common.testing.TestRedis;
import io.rrrspec.worker.workspace.InPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.exceptions.JedisConnectionException;

class EarlierLifeTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path dir;

  @Test
  void whatAnEarlierLifeHeldIsGivenUpAlsoByAWorkerThatStopsBeforeItHasBegun() {
    var redis = testRedis.connection();
    Keys keys = testRedis.keys();
    WorkerStore workers = new WorkerStore(redis, keys);
    String worker = keys.worker("w");
    String taskset = aTaskset().withTasks("a").activatedIn(new TasksetStore(redis, keys));
    workers.announce(worker, "default", "host", Duration.ofMinutes(1));
    workers.assign(taskset, worker, 0, 1, Duration.ofMinutes(1));
    workers.take(worker, taskset);
    String slave = Keys.slave(worker, "1");
    long life = new SlaveStore(redis).register(slave, taskset, "host", true).orElseThrow();
    new TrialStore(redis, keys).claim(taskset, slave, life);
    redis.commands().del(Keys.heartbeat(worker));

    AtomicBoolean breaks = new AtomicBoolean(true);
    try (SimulatedRedis breaking =
        new SimulatedRedis(
            testRedis.url(),
            commands ->
                breaks.get() && commands.contains("end_slave")
                    ? Fate.NEVER_ARRIVES
                    : Fate.ARRIVES)) {
      Worker next = new Worker(settings(), breaking.connection(), keys, InstantSource.system());
      assertThatThrownBy(next::claim).isInstanceOf(JedisConnectionException.class);
      breaks.set(false);
      next.retire();
    }

    assertThat(new SlaveStore(redis).openTrial(slave)).isNull();
    assertThat(redis.commands().exists(worker)).isFalse();
  }

  private WorkerParameters settings() {
    return new WorkerParameters(
        "w",
        "default",
        "host",
        1,
        new InPlace(dir),
        dir,
        testRedis.url(),
        Map.of(),
        Duration.ofSeconds(8),
        Duration.ofHours(1));
  }
}
