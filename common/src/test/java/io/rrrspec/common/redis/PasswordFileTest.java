package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.testing.RedisProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

/** A password that changes while a real Redis and its clients run. */
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class PasswordFileTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path dir;
  private Path file;
  private RedisProgram server;
  private RedisConnection admin;

  @BeforeEach
  void start() throws Exception {
    file = Files.writeString(dir.resolve("password"), "old-secret\n");
    server =
        RedisProgram.start(
            dir,
            "server",
            "user ann on >old-secret ~* &* +@all",
            "user default on >admin ~* &* +@all");
    admin =
        RedisConnection.open(java.net.URI.create("redis://:admin@127.0.0.1:" + server.port()), 1);
    await().atMost(LIMIT).ignoreExceptions().until(() -> "PONG".equals(admin.commands().ping()));
  }

  @AfterEach
  void stop() {
    admin.close();
    server.close();
  }

  private RedisConnection open() {
    return RedisConnection.open(
        RedisAddress.parse("redis://ann@127.0.0.1:" + server.port() + "?password_file=" + file), 2);
  }

  private void changePassword() {
    admin.commands().sendCommand(Command.ACL, "SETUSER", "ann", "resetpass", ">new-secret");
    admin.commands().sendCommand(Command.CLIENT, "KILL", "USER", "ann");
  }

  @Test
  void aNewPasswordIsUsedWithoutARestart() throws Exception {
    try (RedisConnection ann = open().check()) {
      ann.commands().set("key", "before");
      changePassword();
      await().atMost(LIMIT).until(() -> catchThrowable(() -> ann.commands().get("key")) != null);
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () ->
                  assertThat(catchThrowable(() -> ann.commands().get("key")))
                      .hasMessageContaining("WRONGPASS")
                      .satisfies(thrown -> assertThat(Outage.isCauseOf(thrown)).isTrue()));

      Files.writeString(file, "new-secret");

      await()
          .atMost(LIMIT)
          .ignoreExceptionsMatching(Outage::isCauseOf)
          .until(() -> "before".equals(ann.commands().get("key")));
    }
  }

  @Test
  void aFileThatIsAwayForAMomentIsAnOutage() throws Exception {
    try (RedisConnection ann = open().check()) {
      changePassword();
      Files.delete(file);
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                Throwable thrown = catchThrowable(() -> ann.commands().get("key"));
                assertThat(Outage.isCauseOf(thrown)).isTrue();
                assertThat(thrown).rootCause().hasMessageContaining(file.toString());
              });
      Files.writeString(file, "new-secret");
      await()
          .atMost(LIMIT)
          .ignoreExceptionsMatching(Outage::isCauseOf)
          .until(() -> ann.commands().get("key") == null);
    }
  }

  @Test
  void aWrongPasswordInTheFileIsNamedByItsFile() throws Exception {
    Files.writeString(file, "wrong-secret");
    try (RedisConnection ann = open()) {
      assertThatThrownBy(ann::check)
          .isInstanceOf(ServiceException.class)
          .hasMessage(
              "the Redis at 127.0.0.1:"
                  + server.port()
                  + " refuses the user or password: correct `redis` or "
                  + file);
    }
  }

  @Test
  void aFileWithoutAPasswordIsNamedAtOnce() throws Exception {
    Files.writeString(file, "\nsecret");
    assertThatThrownBy(this::open)
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "redis_password_file is "
                + file
                + ", which has no password in its first line: write one");
    Files.delete(file);
    assertThatThrownBy(this::open)
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "redis_password_file is "
                + file
                + ", which cannot be read: there is no such file or directory");
  }
}
