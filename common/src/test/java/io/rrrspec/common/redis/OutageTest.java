package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.RedisProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.UnifiedJedis;

/** What a real Redis says that does not serve: by a command, in a script, in a pipeline. */
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class OutageTest {
  @TempDir Path dir;
  private RedisProgram server;
  private RedisConnection redis;

  @BeforeEach
  void start() throws IOException {
    server = RedisProgram.start(dir, "server");
    redis = RedisConnection.open(url(server, ""), 2);
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> "PONG".equals(redis.commands().ping()));
  }

  @AfterEach
  void stop() {
    redis.close();
    server.close();
  }

  private static URI url(RedisProgram program, String secret) {
    return URI.create("redis://" + secret + "127.0.0.1:" + program.port());
  }

  private void assertRefusesWrites(String word) {
    UnifiedJedis commands = redis.commands();
    assertOutage(catchThrowable(() -> commands.set("key", "value")), word);
    assertOutage(catchThrowable(() -> lead(redis)), word);
    assertOutage(
        catchThrowable(() -> commands.eval("return redis.call('SET', KEYS[1], 'v')", 1, "key")),
        word);
    assertOutage(
        catchThrowable(
            () ->
                redis.runTogether(
                    List.of(
                        new RedisConnection.Call("lead", List.of("lead"), List.of("a", "100"))))),
        word);
  }

  private static Object lead(RedisConnection redis) {
    return redis.run("lead", List.of("lead"), List.of("a", "100"));
  }

  private static void assertOutage(Throwable thrown, String word) {
    assertThat(thrown).isNotNull().hasMessageContaining(word);
    assertThat(Outage.isCauseOf(thrown)).as(thrown.toString()).isTrue();
    assertThat(Damage.isCauseOf(thrown)).as(thrown.toString()).isFalse();
    assertThat(Outage.isOfRedis(new IllegalStateException(thrown))).isTrue();
  }

  @Test
  void itsMemoryIsFull() {
    redis.commands().configSet("maxmemory", "1");
    assertRefusesWrites("OOM");
  }

  @Test
  void itBecameAReplica() {
    redis.commands().sendCommand(Command.REPLICAOF, "127.0.0.1", "1");
    redis.commands().configSet("replica-serve-stale-data", "yes");
    assertRefusesWrites("READONLY");
    redis.commands().configSet("replica-serve-stale-data", "no");
    assertOutage(catchThrowable(() -> redis.commands().get("key")), "MASTERDOWN");
  }

  @Test
  void itCannotWriteItsFile() throws IOException {
    redis.commands().set("key", "value");
    // Where its file would go there is a directory.
    Files.createDirectories(dir.resolve("server/dump.rdb/taken"));
    redis.commands().configSet("save", "3600 1");
    redis.commands().sendCommand(Command.BGSAVE);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> redis.commands().info("persistence").contains("rdb_last_bgsave_status:err"));
    assertRefusesWrites("MISCONF");
  }

  @Test
  void tooFewReplicasAreThere() {
    redis.commands().configSet("min-replicas-to-write", "1");
    assertRefusesWrites("NOREPLICAS");
  }

  @Test
  void itsPasswordIsAnotherOne() {
    redis.commands().configSet("requirepass", "secret");
    for (String with : List.of("", ":old@")) {
      try (RedisConnection second = RedisConnection.open(url(server, with), 1)) {
        assertOutage(catchThrowable(() -> lead(second)), "");
      }
    }
  }

  @Test
  void itHasNoRoomForAnotherClient() {
    redis.commands().configSet("maxclients", "1");
    try (RedisConnection second = RedisConnection.open(url(server, ""), 1)) {
      assertOutage(catchThrowable(() -> lead(second)), "");
    }
  }

  @Test
  void aScriptOfSomebodyElseDoesNotEnd() {
    // Over another connection, which does not hear of its end.
    Thread endless =
        new Thread(
            () -> {
              try (RedisConnection other = RedisConnection.open(url(server, ""), 1)) {
                var unused = catchThrowable(() -> other.commands().eval("while true do end"));
              }
            });
    redis.commands().configSet("lua-time-limit", "1");
    endless.start();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertOutage(catchThrowable(() -> redis.commands().get("key")), "BUSY"));
    redis.commands().scriptKill();
  }

  @Test
  void nobodyListensThere() {
    try (RedisConnection nobody = RedisConnection.open(URI.create("redis://127.0.0.1:1"), 1)) {
      Throwable thrown = catchThrowable(() -> nobody.commands().ping());
      assertOutage(thrown, "");
      assertThat(Outage.why(thrown))
          .isEqualTo("Failed to connect to 127.0.0.1:1 (Connection refused)");
    }
    assertThat(Outage.why(new IllegalStateException("java.net.SocketException: Connection reset")))
        .isEqualTo("Connection reset");
    assertThat(Outage.why(new IllegalStateException())).isEqualTo("IllegalStateException");
  }

  @Test
  void noSentinelAnswers() {
    URI nobody = URI.create("redis-sentinel://127.0.0.1:1/main");
    Throwable thrown = catchThrowable(() -> RedisConnection.open(nobody, 1));
    assertThat(thrown).isInstanceOf(OutageException.class);
    assertThat(Outage.isCauseOf(thrown)).isTrue();
  }

  @Test
  void whatStandsWronglyInAKeyIsNoOutage() {
    redis.commands().lpush("lead", "-OOM of somebody");
    Throwable thrown = catchThrowable(() -> lead(redis));
    assertThat(Damage.isCauseOf(thrown)).isTrue();
    assertThat(Outage.isCauseOf(thrown)).isFalse();
    assertThat(Outage.isCauseOf(new IllegalStateException("OOM is no answer of Redis"))).isFalse();
  }

  @Test
  void aNodeOfAClusterIsRefusedInOneLine() throws IOException {
    try (RedisProgram node = RedisProgram.start(dir, "node", "cluster-enabled yes");
        RedisConnection connection = RedisConnection.open(url(node, ""), 1)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> "PONG".equals(connection.commands().ping()));
      assertThat(catchThrowable(connection::check))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("is a node of a cluster");
    }
  }
}
