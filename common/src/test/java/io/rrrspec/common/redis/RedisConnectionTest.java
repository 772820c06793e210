package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.redis.RedisConnection.Call;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisConnectionTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Call LEAD = new Call("lead", List.of("test:lead:x"), List.of("a", "5000"));
  private static final Call TAKE =
      new Call("take_messages", List.of("test:q", "test:p"), List.of("1"));

  private static void assertRefused(URI url, String... parts) {
    try (RedisConnection connection = RedisConnection.open(url, 1)) {
      assertThatThrownBy(connection::check)
          .isInstanceOf(ServiceException.class)
          .hasMessageContainingAll(parts);
    }
  }

  private static URI with(String password) {
    return URI.create("redis://:" + password + "@127.0.0.1:" + redis.url().getPort());
  }

  @Test
  void aRedisThatCanBeUsedPasses() {
    redis.connection().check();
  }

  @Test
  void aWrongPasswordIsNamedAndNotShown() {
    assertRefused(with("wrong-secret"), "password", "127.0.0.1:" + redis.url().getPort());
    try (RedisConnection connection = RedisConnection.open(with("wrong-secret"), 1)) {
      assertThatThrownBy(connection::check).hasMessageNotContaining("wrong-secret");
    }
  }

  @Test
  void aMissingPasswordIsRefused() {
    assertRefused(URI.create("redis://127.0.0.1:" + redis.url().getPort()), "refuses");
  }

  @Test
  void nobodyAtTheAddressIsNamed() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    assertRefused(URI.create("redis://127.0.0.1:" + port), "no Redis answers", ":" + port);
  }

  @Test
  void aRedisThatMayEvictKeysIsRefused() {
    redis.connection().commands().configSet("maxmemory-policy", "allkeys-lru");
    try {
      assertRefused(redis.url(), "allkeys-lru", "noeviction");
    } finally {
      redis.connection().commands().configSet("maxmemory-policy", "noeviction");
    }
  }

  @Test
  void whatWasIdleWhileRedisWasAwayIsNotUsedAgain() throws Exception {
    int port = redis.url().getPort();
    try (Forwarder address = new Forwarder(port)) {
      String url = redis.url().toString().replace(":" + port, ":" + address.port());
      try (RedisConnection connection = RedisConnection.openIdle(RedisAddress.parse(url), 4)) {
        connection.check();
        address.leadTo(1);
        Thread.sleep(2_500);
        address.leadTo(port);
        assertThat(connection.commands().ping()).isEqualTo("PONG");
      }
    }
  }

  @Test
  void scriptsThatRedisLostAreSentAgain() {
    RedisConnection connection = redis.connection();
    connection.run(LEAD.verb(), LEAD.keys(), LEAD.args());
    connection.commands().scriptFlush();

    assertThat(connection.run(LEAD.verb(), LEAD.keys(), LEAD.args())).isEqualTo(1L);
  }

  @Test
  void callsTogetherBearThatRedisLostAllOrOneOfTheirScripts() {
    RedisConnection connection = redis.connection();
    connection.commands().rpush("test:q", "m");
    connection.commands().scriptFlush();
    assertThat(connection.runTogether(List.of(LEAD, TAKE))).containsExactly(1L, List.of("m"));

    connection.commands().scriptFlush();
    connection.run(TAKE.verb(), TAKE.keys(), TAKE.args());
    assertThat(connection.runTogether(List.of(LEAD, TAKE))).containsExactly(1L, List.of("m"));
  }
}
