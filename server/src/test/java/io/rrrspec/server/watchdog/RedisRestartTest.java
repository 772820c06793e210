package io.rrrspec.server.watchdog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.exceptions.JedisException;

class RedisRestartTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final Keys keys = testRedis.keys();
  private final ServerScene clock = new ServerScene(testRedis);

  /** As after a restart: the worker's keys are there, its heartbeat has run out. */
  private WorkerStore withQuietWorker(RedisConnection redis) {
    WorkerStore workers = new WorkerStore(redis, keys);
    workers.announce(keys.worker("w"), "default", "host", Duration.ofMinutes(1));
    redis.commands().del(Keys.heartbeat(keys.worker("w")));
    return workers;
  }

  private void look(Server server, int secondsLater) {
    clock.pass(Duration.ofSeconds(secondsLater));
    ServerScene.step(server, "watchdog");
  }

  private static boolean answers(RedisConnection redis) {
    try {
      return redis.commands().ping().equals("PONG");
    } catch (JedisException e) {
      return false;
    }
  }

  @Test
  void nobodyIsDeadBeforeAHeartbeatsLifeAfterRedisWasOutOfReach() {
    AtomicBoolean away = new AtomicBoolean();
    try (SimulatedRedis redis =
        new SimulatedRedis(
            testRedis.url(), commands -> away.get() ? Fate.NEVER_ARRIVES : Fate.ARRIVES)) {
      Server server = new Server("a", redis.connection(), keys, clock);
      look(server, 0);
      look(server, 60);

      away.set(true);
      assertThatThrownBy(() -> look(server, 1)).isInstanceOf(JedisException.class);
      away.set(false);
      // Perhaps others could not beat, either.
      WorkerStore workers = withQuietWorker(testRedis.connection());
      look(server, 6);
      look(server, 7);
      assertThat(workers.all()).hasSize(1);
      look(server, 1);
      assertThat(workers.all()).isEmpty();
    }
  }

  @Test
  void aCallThatFailsOnceDoesNotBlindTheWatchdog() {
    AtomicBoolean away = new AtomicBoolean();
    try (SimulatedRedis redis =
        new SimulatedRedis(
            testRedis.url(), commands -> away.get() ? Fate.NEVER_ARRIVES : Fate.ARRIVES)) {
      Server server = new Server("a", redis.connection(), keys, clock);
      look(server, 0);
      WorkerStore workers = withQuietWorker(testRedis.connection());
      look(server, 7);
      away.set(true);
      assertThatThrownBy(() -> look(server, 1)).isInstanceOf(JedisException.class);
      away.set(false);
      look(server, 1);
      assertThat(workers.all()).isEmpty();
    }
  }

  @Test
  void nobodyIsDeadBeforeAHeartbeatsLifeAfterRedisCameBack() throws IOException {
    Path cache = Path.of("target", "redis").toAbsolutePath();
    try (EmbeddedRedis before = EmbeddedRedis.start(cache);
        EmbeddedRedis after = EmbeddedRedis.start(cache);
        Forwarder address = new Forwarder(before.url().getPort());
        RedisConnection direct = RedisConnection.open(after.url(), 1);
        RedisConnection redis =
            RedisConnection.open(
                URI.create(
                    "redis://" + before.url().getUserInfo() + "@127.0.0.1:" + address.port()),
                4)) {
      direct.commands().configSet("requirepass", before.url().getUserInfo().substring(1));
      Server server = new Server("a", redis, keys, clock);
      look(server, 0);
      look(server, 60);

      address.leadTo(after.url().getPort());
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> answers(redis));
      WorkerStore workers = withQuietWorker(redis);
      look(server, 60);
      look(server, 7);
      assertThat(workers.all()).hasSize(1);
      look(server, 1);
      assertThat(workers.all()).isEmpty();
    }
  }

  /**
   * The same Redis, and everybody's connections to it were cut: heartbeats have run out as well.
   */
  @Test
  void nobodyIsDeadBeforeAHeartbeatsLifeAfterACut() throws IOException {
    try (Forwarder address = new Forwarder(testRedis.url().getPort());
        RedisConnection redis =
            RedisConnection.open(
                URI.create(
                    "redis://" + testRedis.url().getUserInfo() + "@127.0.0.1:" + address.port()),
                4)) {
      Server server = new Server("a", redis, keys, clock);
      look(server, 0);
      look(server, 60);

      address.leadTo(1);
      assertThatThrownBy(() -> look(server, 60)).isInstanceOf(JedisException.class);
      address.leadTo(testRedis.url().getPort());
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> answers(redis));
      WorkerStore workers = withQuietWorker(redis);
      look(server, 0);
      look(server, 7);
      assertThat(workers.all()).hasSize(1);
      look(server, 1);
      assertThat(workers.all()).isEmpty();
    }
  }
}
