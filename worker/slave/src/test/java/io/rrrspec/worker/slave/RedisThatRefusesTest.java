package io.rrrspec.worker.slave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.RedisProgram;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Protocol.Command;

/** A real slave that holds a trial, and a real Redis that does not take its result. */
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class RedisThatRefusesTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String PATIENT = "600000";

  @TempDir Path dir;
  private final Keys keys = new Keys("test");
  private RedisProgram server;
  private RedisConnection redis;
  private String taskset;

  @BeforeEach
  void aTasksetWithATestThatWaits() throws IOException {
    server = RedisProgram.start(dir, "server");
    redis = RedisConnection.open(url(""), 2);
    await().atMost(LONG).ignoreExceptions().until(() -> "PONG".equals(redis.commands().ping()));
    TasksetStore tasksets = new TasksetStore(redis, keys);
    taskset =
        TasksetBuilder.aTaskset()
            .runner(Runner.COMMAND)
            .withTasks("touch begun; while ! test -e go; do sleep 0.05; done")
            .activatedIn(tasksets);
    redis.commands().hset(taskset, "status", "running");
    redis.commands().set(Keys.heartbeat(keys.worker("w")), "alive");
  }

  @AfterEach
  void stop() {
    redis.close();
    server.close();
  }

  private URI url(String secret) {
    return URI.create("redis://" + secret + "127.0.0.1:" + server.port());
  }

  private DaemonProcess slave(String atStart, String later, String secret) throws IOException {
    Path file = dir.resolve("slave.json");
    new SlaveFile(url(secret), "test", keys.worker("w"), ProcessHandle.current().pid()).write(file);
    return DaemonProcess.start(
        ImpatientSlaveMain.class.getName(),
        dir,
        Map.of(),
        atStart,
        later,
        "--taskset",
        taskset,
        "--slave-file",
        file.toString());
  }

  private void refuse(String how) {
    switch (how) {
      case "memory" -> redis.commands().configSet("maxmemory", "1");
      case "replica" -> redis.commands().sendCommand(Command.REPLICAOF, "127.0.0.1", "1");
      case "replicas" -> redis.commands().configSet("min-replicas-to-write", "1");
      case "gone" -> server.close();
      default -> throw new IllegalArgumentException(how);
    }
  }

  private void serve(String how) {
    switch (how) {
      case "memory" -> redis.commands().configSet("maxmemory", "0");
      case "replica" -> redis.commands().sendCommand(Command.REPLICAOF, "NO", "ONE");
      case "replicas" -> redis.commands().configSet("min-replicas-to-write", "0");
      default -> throw new IllegalArgumentException(how);
    }
  }

  private void awaitBegun() {
    await().atMost(LONG).until(() -> Files.exists(dir.resolve("begun")));
  }

  private void goOn() throws IOException {
    Files.createFile(dir.resolve("go"));
  }

  @ParameterizedTest
  @CsvSource({"memory, OOM", "replica, READONLY", "replicas, NOREPLICAS", "gone, connect"})
  void whoCannotReportForTooLongSaysThatRedisDidNotServe(String how, String words)
      throws Exception {
    try (DaemonProcess slave = slave(PATIENT, "500", "")) {
      awaitBegun();
      refuse(how);
      goOn();

      assertThat(slave.awaitExit()).isEqualTo(SlaveExit.CUT_OFF.code());
      assertThat(SlaveExit.describe(SlaveExit.CUT_OFF.code(), slave.log()))
          .startsWith("Redis does not serve: ")
          .contains(words);
    }
  }

  @ParameterizedTest
  @CsvSource({"memory, OOM", "replica, READONLY", "replicas, NOREPLICAS"})
  void whoIsPatientReportsWhenItServesAgain(String how, String words) throws Exception {
    try (DaemonProcess slave = slave(PATIENT, PATIENT, "")) {
      awaitBegun();
      refuse(how);
      goOn();
      slave.awaitLog("this slave waits for Redis: .*" + words);
      serve(how);

      await().atMost(LONG).until(() -> redis.commands().llen(queue()) == 1);
      String trial = redis.commands().lindex(queue(), 0).substring("trial\t".length());
      assertThat(redis.commands().hget(trial, "status")).isEqualTo("passed");
    }
  }

  private String queue() {
    return keys.arbiterQueue();
  }

  @Test
  void whoIsRefusedFromTheBeginningSaysWhy() throws Exception {
    redis.commands().configSet("requirepass", "secret");
    try (DaemonProcess slave = slave("500", PATIENT, ":wrong@")) {
      assertThat(slave.awaitExit()).isEqualTo(SlaveExit.CUT_OFF.code());
      assertThat(SlaveExit.describe(SlaveExit.CUT_OFF.code(), slave.log()))
          .contains("WRONGPASS")
          .doesNotContain("wrong@");
    }
  }
}
