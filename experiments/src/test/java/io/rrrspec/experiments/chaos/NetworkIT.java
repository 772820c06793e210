package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.RedisConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** Real namespaces and real Redis servers in them; needs Linux, root and nft. */
class NetworkIT {
  private static final Duration LONG = Duration.ofSeconds(90);

  @TempDir Path dir;

  private static Network network(Collection<String> names) {
    try {
      return Network.create(names);
    } catch (ServiceException e) {
      // Also in CI: not every machine that runs it has namespaces and nft.
      return Assumptions.abort(e.getMessage());
    }
  }

  @Test
  void whatIsCutOffIsSilentAndWhatIsHealedAnswers() {
    Network network = network(List.of("redis", "other"));
    RedisProcess redis = RedisProcess.start(Place.in(dir), network.host("redis"));
    try (network) {
      Host here = new Host("this machine", network.gateway(), List.of());
      network.cut(List.of(network.host("other")), List.of(network.host("redis")));
      try (Jedis jedis = redis.node().connect()) {
        assertThat(jedis.ping()).isEqualTo("PONG");
        network.cut(List.of(here), List.of(network.host("redis")));
        assertThatThrownBy(jedis::ping)
            .isInstanceOf(JedisConnectionException.class)
            .hasStackTraceContaining("timed out");
      }
      // What a cut did is counted once.
      assertThat(network.heal()).isPositive();
      assertThat(network.heal()).isZero();
      try (Jedis jedis = redis.node().connect()) {
        assertThat(jedis.ping()).isEqualTo("PONG");
      }
    } finally {
      redis.kill();
    }
  }

  @Test
  void severalNetworksHaveNothingInCommon() {
    Network one = network(List.of("redis"));
    try (one) {
      Network other = network(List.of("redis"));
      try (other) {
        assertThat(other.gateway()).isNotEqualTo(one.gateway());
        assertThat(other.host("redis").address()).isNotEqualTo(one.host("redis").address());
        assertThat(other.host("redis").prefix()).isNotEqualTo(one.host("redis").prefix());
      }
      RedisProcess redis = RedisProcess.start(Place.in(dir), one.host("redis"));
      try (Jedis jedis = redis.node().connect()) {
        assertThat(jedis.ping()).isEqualTo("PONG");
      } finally {
        redis.kill();
      }
    }
  }

  @Test
  void redisWithoutMemoryCountsWhatItRefuses() {
    Network network = network(List.of("redis"));
    RedisProcess redis = RedisProcess.start(Place.in(dir), network.host("redis"));
    try (network;
        Jedis jedis = redis.node().connect()) {
      assertThat(redis.refused()).isZero();
      redis.limitMemory("1");
      assertThatThrownBy(() -> jedis.set(View.NAMESPACE + ":key", "value"))
          .hasMessageContaining("OOM");
      assertThat(redis.refused()).isEqualTo(1);
    } finally {
      redis.kill();
    }
  }

  private static long pingMillis(Jedis jedis) {
    long start = System.nanoTime();
    assertThat(jedis.ping()).isEqualTo("PONG");
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  @Test
  void whatIsDelayedTakesAsLongAsWasAskedFor() {
    Network network = network(List.of("redis"));
    Place place = Place.in(dir);
    RedisProcess redis = RedisProcess.start(place, network.host("redis"));
    Host here = new Host("this machine", network.gateway(), List.of());
    try (network;
        Jedis before = redis.node().connect()) {
      before.ping();
      try (DelayedNode delayed =
              DelayedNode.start(network, redis.node(), List.of(here), 400, place);
          Jedis during = redis.node().connect()) {
        // The first one says who it is, too.
        during.ping();
        assertThat(pingMillis(during)).isGreaterThanOrEqualTo(800);
        // A connection keeps its way.
        assertThat(before.ping()).isEqualTo("PONG");
        // Also who waits for an answer is told of the end of the line.
        CompletableFuture<Object> waits =
            CompletableFuture.supplyAsync(() -> during.blpop(60, View.NAMESPACE + ":nothing"));
        await().atMost(LONG).until(() -> before.info("clients").contains("blocked_clients:1"));
        assertThat(delayed.end()).isEqualTo(1);
        assertThat(waits)
            .failsWithin(Duration.ofSeconds(20))
            .withThrowableOfType(ExecutionException.class)
            .withCauseInstanceOf(JedisConnectionException.class);
      }
      try (Jedis after = redis.node().connect()) {
        after.ping();
        // One hand-over in both directions would take twice as long.
        assertThat(pingMillis(after)).isLessThan(800);
      }
    } finally {
      redis.kill();
    }
  }

  @Test
  void writesWaitForASlowDiskAndNoLongerThanItIsSlow() {
    Network network = network(List.of("redis"));
    Place place = Place.in(dir);
    RedisProcess redis = RedisProcess.start(place, network.host("redis"));
    try (network;
        Jedis jedis = redis.node().connect()) {
      try (SlowDisk slow = SlowDisk.of(redis.pid(), place)) {
        await()
            .atMost(LONG)
            .until(
                () -> {
                  long start = System.nanoTime();
                  jedis.set(View.NAMESPACE + ":key", "value");
                  return System.nanoTime() - start >= Duration.ofMillis(200).toNanos();
                });
        assertThat(slow.end()).isPositive();
      } catch (ServiceException e) {
        Assumptions.abort(e.getMessage());
      }
      assertThat(jedis.get(View.NAMESPACE + ":key")).isEqualTo("value");
      assertThat(redis.node().process().isAlive()).isTrue();
    } finally {
      redis.kill();
    }
  }

  @Test
  void nextPrimaryIsFoundThoughNobodyHeardOfIt() {
    Network network = network(SentinelGroup.hostNames());
    SentinelGroup group = SentinelGroup.start(Place.in(dir), network::host);
    try (network;
        RedisConnection connection = RedisConnection.open(group.url(), 2)) {
      String key = View.NAMESPACE + ":list";
      connection.commands().rpush(key, "before");
      RedisProcess old = group.primary();
      Host here = new Host("this machine", network.gateway(), List.of());

      for (RedisNode sentinel : group.sentinels()) {
        // The subscription, and the question that lists it.
        assertThat(Connections.forget(network, sentinel, List.of(here))).isEqualTo(2);
      }
      group.failOver();
      await().atMost(LONG).ignoreExceptions().until(() -> group.primary() != old);

      // The old one may take writes for a while, which are lost.
      try (Jedis next = group.primary().node().connect()) {
        await()
            .atMost(LONG)
            .ignoreExceptionsInstanceOf(JedisException.class)
            .until(
                () -> {
                  connection.commands().rpush(key, "after");
                  return next.lrange(key, 0, -1).contains("after");
                });
        assertThat(next.lrange(key, 0, -1)).startsWith("before");
      }
    } finally {
      group.kill();
    }
  }
}
