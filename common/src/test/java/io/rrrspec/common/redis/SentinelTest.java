package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.RedisProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.exceptions.JedisException;

/** A primary with a replica and a Sentinel, all real. */
class SentinelTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path dir;
  private RedisProgram primary;
  private RedisProgram replica;
  private RedisProgram sentinel;

  @BeforeEach
  void start() throws IOException {
    primary = RedisProgram.start(dir, "primary", "requirepass secret", "masterauth secret");
    replica =
        RedisProgram.start(
            dir,
            "replica",
            "requirepass secret",
            "masterauth secret",
            "replicaof 127.0.0.1 " + primary.port());
    try (RedisConnection direct = RedisConnection.open(url(replica), 1)) {
      await()
          .atMost(LONG)
          .ignoreExceptions()
          .until(() -> direct.commands().info("replication").contains("master_link_status:up"));
    }
    sentinel =
        RedisProgram.start(
            dir,
            "sentinel",
            "sentinel monitor main 127.0.0.1 " + primary.port() + " 1",
            "sentinel auth-pass main secret",
            "sentinel down-after-milliseconds main 1000",
            "sentinel failover-timeout main 10000");
    try (RedisConnection direct =
        RedisConnection.open(URI.create("redis://127.0.0.1:" + sentinel.port()), 1)) {
      await().atMost(LONG).ignoreExceptions().until(() -> "PONG".equals(direct.commands().ping()));
    }
  }

  @AfterEach
  void stop() {
    for (RedisProgram program : new RedisProgram[] {sentinel, replica, primary}) {
      program.close();
    }
  }

  private static URI url(RedisProgram program) {
    return URI.create("redis://:secret@127.0.0.1:" + program.port());
  }

  private URI viaSentinel(String master) {
    return URI.create("redis-sentinel://:secret@127.0.0.1:" + sentinel.port() + "/" + master);
  }

  @Test
  void whenThePrimaryDiesTheConnectionFollowsToTheNextOne() {
    try (RedisConnection redis = RedisConnection.open(viaSentinel("main"), 2);
        RedisConnection second = RedisConnection.open(url(replica), 1)) {
      redis.check();
      redis.commands().rpush("list", "before");
      await().atMost(LONG).until(() -> second.commands().exists("list"));

      primary.close();

      await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(JedisException.class)
          .until(() -> redis.commands().rpush("list", "after") > 1);
      assertThat(redis.commands().lrange("list", 0, -1)).startsWith("before").contains("after");
      assertThat(redis.commands().info("replication")).contains("role:master");
    }
  }

  @Test
  void aPrimaryThatNoSentinelKnowsIsNamed() {
    assertThatThrownBy(() -> RedisConnection.open(viaSentinel("mian"), 2).close())
        .isInstanceOf(ServiceException.class)
        .hasMessageContainingAll("mian", "127.0.0.1:" + sentinel.port(), "correct `redis`")
        .hasMessageNotContaining("secret");
  }
}
