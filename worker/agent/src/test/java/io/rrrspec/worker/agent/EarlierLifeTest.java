package io.rrrspec.worker.agent;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.workspace.InPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.exceptions.JedisConnectionException;

class EarlierLifeTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path dir;
  private final RedisConnection redis = testRedis.connection();
  private final Keys keys = testRedis.keys();
  private final WorkerStore workers = new WorkerStore(redis, keys);
  private final String worker = keys.worker("w");
  private final String slave = Keys.slave(worker, "1");

  /** Whether the end of its slaves cannot be told. */
  private final AtomicBoolean breaks = new AtomicBoolean(true);

  private final SimulatedRedis breaking =
      new SimulatedRedis(
          testRedis.url(),
          commands ->
              breaks.get() && commands.contains("end_slave") ? Fate.NEVER_ARRIVES : Fate.ARRIVES);

  @BeforeEach
  void anEarlierLifeHeldATask() {
    String taskset = aTaskset().withTasks("a").activatedIn(new TasksetStore(redis, keys));
    workers.announce(worker, "default", "host", Duration.ofMinutes(1));
    workers.assign(taskset, worker, 0, 1, Duration.ofMinutes(1));
    workers.awaitTaskset(worker, Duration.ofSeconds(5));
    workers.take(worker, taskset);
    long life = new SlaveStore(redis).register(slave, taskset, "host", true).orElseThrow();
    new TrialStore(redis, keys).claim(taskset, slave, life);
    redis.commands().del(Keys.heartbeat(worker));
  }

  @AfterEach
  void close() {
    breaking.close();
  }

  @Test
  void whatAnEarlierLifeHeldIsGivenUpAlsoByAWorkerThatStopsBeforeItHasBegun() {
    Worker next = new Worker(settings(), breaking.connection(), keys, InstantSource.system());
    assertThatThrownBy(next::claim).isInstanceOf(JedisConnectionException.class);
    breaks.set(false);
    next.retire();

    assertThat(new SlaveStore(redis).openTrial(slave)).isNull();
    assertThat(redis.commands().exists(worker)).isFalse();
  }

  @Test
  void aWorkerThatLostRedisWhileItGaveThatUpTakesWorkAfterItsNextBeat() throws Exception {
    Worker next = new Worker(settings(), breaking.connection(), keys, InstantSource.system());
    assertThatThrownBy(next.heartbeat()::step).isInstanceOf(JedisConnectionException.class);
    breaks.set(false);
    next.heartbeat().step();

    String other = aTaskset().withTasks("a").activatedIn(new TasksetStore(redis, keys));
    workers.assign(other, worker, 0, 1, Duration.ofMinutes(1));
    next.await(Duration.ofSeconds(5));
    next.step();
    assertThat(workers.heldTaskset(worker)).isEqualTo(other);
    next.leave();
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
