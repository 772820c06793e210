package io.rrrspec.common.redis;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.store.LaunchStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.testing.RealParts;
import io.rrrspec.testing.RedisProgram;
import io.rrrspec.testing.RedisUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;

/**
 * What the Redis users of the documentation may not do, on a real Redis of each kind. What they
 * have to do, whole installations show.
 */
class RedisUsersTest {
  /**
   * User, command, and whether it works with the file for Redis 6.2 and with that for Redis 7. A
   * script may do no more than its user.
   */
  private static final String COMMANDS =
      """
      viewer    | HGETALL rrrspec:taskset:t                         | yes | yes
      viewer    | HSET rrrspec:taskset:t status succeeded           | no  | no
      viewer    | RPUSH rrrspec:arbiter_queue cancel                | no  | no
      viewer    | RPUSH rrrspec:worker:w:worker_queue t             | no  | no
      viewer    | DEL rrrspec:taskset:t                             | no  | no
      viewer    | EXPIRE rrrspec:taskset:t 1                        | no  | no
      viewer    | EVAL HSET rrrspec:taskset:t status succeeded      | no  | no
      viewer    | EVAL RPUSH rrrspec:arbiter_queue cancel           | no  | no
      viewer    | PUBLISH rrrspec:taskset:t:events over             | no  | no
      persister | HSET rrrspec:estimate_ms:c t 1                    | yes | yes
      persister | RPUSH rrrspec:worker:w:worker_queue t             | yes | no
      persister | RPUSH rrrspec:active_taskset t                    | no  | no
      persister | RPUSH rrrspec:arbiter_queue cancel                | no  | no
      persister | RPUSH rrrspec:dispatcher_queue 0                  | no  | no
      persister | SET rrrspec:lead:dispatcher me                    | no  | no
      persister | HSET rrrspec:rsync_info rsync_remote_path evil    | no  | no
      persister | HSET rrrspec:worker:w taskset t                   | yes | no
      persister | EVAL RPUSH rrrspec:worker:w:worker_queue t        | yes | no
      worker    | HSET rrrspec:worker:w taskset t                   | yes | yes
      worker    | LREM rrrspec:active_taskset 0 t                   | yes | yes
      worker    | RPUSH rrrspec:active_taskset t                    | yes | no
      worker    | EVAL RPUSH rrrspec:active_taskset t               | yes | no
      worker    | LPOP rrrspec:persister_queue                      | yes | no
      worker    | SET rrrspec:lead:dispatcher me                    | no  | no
      worker    | SET rrrspec:name_lock:n me                        | no  | no
      worker    | HSET rrrspec:rsync_info rsync_remote_path evil    | yes | no
      worker    | HSET rrrspec:queues setup x                       | no  | no
      worker    | HSET rrrspec:estimate_ms:c t 1                    | no  | no
      worker    | HSET rrrspec:request_jobs j x                     | no  | no
      worker    | SADD rrrspec:server rrrspec:server:mine           | yes | no
      worker    | HSET rrrspec:flow:1 state x                       | no  | no
      client    | RPUSH rrrspec:active_taskset t                    | yes | yes
      client    | RPUSH rrrspec:worker:w:worker_queue t             | yes | no
      client    | EVAL RPUSH rrrspec:worker:w:worker_queue t        | yes | no
      client    | HSET rrrspec:worker:w taskset t                   | yes | no
      client    | SET rrrspec:lead:dispatcher me                    | yes | no
      client    | HSET rrrspec:rsync_info rsync_remote_path evil    | yes | no
      client    | HSET rrrspec:request_jobs j x                     | no  | no
      client    | HSET rrrspec:modules m x                          | yes | no
      client    | HSET rrrspec:estimate_ms:c t 1                    | yes | no
      client    | RPUSH rrrspec:persister_queue t                   | no  | no
      server    | SET rrrspec:lead:dispatcher me                    | yes | yes
      """;

  /** What no part may do. */
  private static final List<String> FOR_NOBODY =
      List.of(
          "GET other:taskset:t",
          "HSET other:taskset:t status succeeded",
          "EVAL HSET other:taskset:t status succeeded",
          "PUBLISH other:taskset:t:events over",
          "CONFIG GET requirepass",
          "CONFIG SET maxmemory-policy allkeys-lru",
          "ACL LIST",
          "ACL SETUSER rrrspec-viewer on +@all ~*",
          "FLUSHALL",
          "FLUSHDB",
          "KEYS *",
          "SCAN 0",
          "RANDOMKEY",
          "MONITOR",
          "CLIENT LIST",
          "CLIENT KILL TYPE normal",
          "SHUTDOWN",
          "REPLICAOF 127.0.0.1 1",
          "SAVE",
          "SWAPDB 0 1",
          "SCRIPT FLUSH",
          "SCRIPT KILL",
          "MODULE LIST",
          "MIGRATE 127.0.0.1 1 rrrspec:taskset:t 0 10",
          "RESTORE rrrspec:taskset:t 0 x",
          "EVAL KEYS *");

  @TempDir static Path dir;
  private static final Map<RedisUsers, RedisProgram> servers = new EnumMap<>(RedisUsers.class);

  @BeforeAll
  static void start() throws IOException {
    for (RedisUsers users : RedisUsers.values()) {
      Path own = Files.createDirectory(dir.resolve(users.name()));
      String file = "aclfile " + users.write(own);
      if (users == RedisUsers.SINCE_6_2) {
        servers.put(users, RedisProgram.start(own, "redis", file));
      } else if (RealParts.isRedis7()) {
        servers.put(users, RedisProgram.startOther("redis-server", own, "redis", file));
      }
    }
    for (RedisProgram server : servers.values()) {
      try (RedisConnection admin = RedisConnection.open(RedisUsers.adminUrl(server.port()), 1)) {
        await()
            .atMost(Duration.ofSeconds(60))
            .ignoreExceptions()
            .until(() -> "PONG".equals(admin.commands().ping()));
      }
    }
  }

  @AfterAll
  static void stop() {
    servers.values().forEach(RedisProgram::close);
  }

  static Stream<Arguments> rows() {
    return COMMANDS
        .lines()
        .map(line -> line.split("\\|"))
        .flatMap(
            row ->
                Stream.of(
                    arguments(RedisUsers.SINCE_6_2, row[0].strip(), row[1].strip(), is(row[2])),
                    arguments(RedisUsers.SINCE_7, row[0].strip(), row[1].strip(), is(row[3]))));
  }

  private static boolean is(String word) {
    return word.strip().equals("yes");
  }

  static Stream<Arguments> forNobody() {
    return Arrays.stream(RedisUsers.values())
        .flatMap(
            users ->
                RedisUsers.PARTS.stream()
                    .flatMap(
                        part ->
                            FOR_NOBODY.stream().map(command -> arguments(users, part, command))));
  }

  /** Whole installations do not: what starts JVMs of other kinds is a run on one machine. */
  @ParameterizedTest
  @EnumSource(RedisUsers.class)
  void aWorkerMovesTheTasksOfJvmsThatDoNotStart(RedisUsers users) {
    RedisProgram server = servers.get(users);
    if (server == null) {
      RealParts.requireRedis7();
    }
    int port = Objects.requireNonNull(server).port();
    try (RedisConnection admin = RedisConnection.open(RedisUsers.adminUrl(port), 1);
        RedisConnection worker = RedisConnection.open(RedisUsers.url("worker", port), 1)) {
      TaskRequest waits = new TaskRequest("waits", null).withLaunch("core").in(JvmKind.QUICK);
      TaskRequest confirms = new TaskRequest("confirms", null).withLaunch("core").in(JvmKind.QUICK);
      TasksetStore tasksets = new TasksetStore(admin, new Keys("rrrspec"));
      String taskset = aTaskset().withTasks(List.of(waits, confirms)).activatedIn(tasksets);
      String task = Keys.task(taskset, "confirms");
      admin.commands().hset(taskset, "status", "running");
      admin.commands().hset(task, Map.of("quick", "confirm", "quick_pass", task + ":trial:1"));

      assertThat(new LaunchStore(worker).runAsIs(taskset, "core~quick", "it ended")).isEqualTo(2);

      assertThat(admin.commands().lrange("rrrspec:arbiter_queue", 0, -1))
          .containsExactly("trial\t" + task + ":trial:1");
      admin.commands().flushAll();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aPartMayDoItsOwnWorkAndNoOthers(
      RedisUsers users, String part, String command, boolean allowed) {
    assertThat(works(users, part, command)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @MethodSource("forNobody")
  void noPartReachesBeyondTheNamespace(RedisUsers users, String part, String command) {
    assertThat(works(users, part, command)).isFalse();
  }

  /** Whether Redis carries it out: any other answer than that a right is missing. */
  private static boolean works(RedisUsers users, String part, String command) {
    try (RedisConnection redis = RedisConnection.open(RedisUsers.url(part, port(users)), 1)) {
      Throwable thrown = catchThrowable(() -> send(redis, command));
      boolean refused =
          thrown instanceof OutageException
              || thrown != null && MissingRight.isSign(String.valueOf(thrown.getMessage()));
      if (!refused) {
        assertThat(Outage.isCauseOf(new IllegalStateException(thrown))).isFalse();
      }
      return !refused;
    }
  }

  private static int port(RedisUsers users) {
    RedisProgram server = servers.get(users);
    if (server == null) {
      RealParts.requireRedis7();
      throw new AssertionError("it was not started");
    }
    return server.port();
  }

  /** {@code EVAL} stands for a script that does the rest, with its first argument as its key. */
  private static void send(RedisConnection redis, String command) {
    List<String> words = List.of(command.split(" "));
    if (words.get(0).equals("EVAL")) {
      String call = "'" + String.join("','", words.subList(1, words.size())) + "'";
      redis.commands().eval("return redis.call(" + call + ")");
      return;
    }
    CommandArguments arguments =
        new CommandArguments(() -> words.get(0).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    words.subList(1, words.size()).forEach(arguments::add);
    redis.commands().executeCommand(new CommandObject<>(arguments, BuilderFactory.RAW_OBJECT));
  }

  @ParameterizedTest
  @EnumSource(RedisUsers.class)
  void whoLacksARightReadsWhichOneAndWhereItIs(RedisUsers users) {
    try (RedisConnection redis = RedisConnection.open(RedisUsers.url("viewer", port(users)), 1)) {
      assertThat(catchThrowable(() -> redis.check())).isNull();
      assertThat(catchThrowable(() -> redis.commands().set("rrrspec:lead:x", "me")))
          .isInstanceOf(OutageException.class)
          .hasMessage(
              "Redis refuses user 'rrrspec-viewer' the command SET on rrrspec:lead:x: give the user"
                  + " the rights in docs/redis-users.acl");
      assertThat(
              catchThrowable(
                  () -> redis.run("lead", List.of("rrrspec:lead:x"), List.of("me", "1000"))))
          .isInstanceOf(OutageException.class)
          .hasMessage(
              "Redis refuses user 'rrrspec-viewer' the script lead on rrrspec:lead:x: give the user"
                  + " the rights in docs/redis-users.acl");
      Throwable piped =
          catchThrowable(
              () ->
                  redis.runTogether(
                      List.of(
                          new RedisConnection.Call(
                              "lead", List.of("rrrspec:lead:x"), List.of("me", "1000")))));
      assertThat(Outage.isCauseOf(piped)).isTrue();
      assertThat(Outage.line(piped))
          .startsWith("Redis refuses a command (")
          .endsWith("): give the user the rights in docs/redis-users.acl");
    }
  }

  @Test
  void aUserWithoutAPasswordIsNotLoaded() throws Exception {
    for (RedisUsers users : RedisUsers.values()) {
      Path own = Files.createDirectory(dir.resolve("template-" + users));
      try (RedisProgram server = RedisProgram.start(own, "redis", "aclfile " + users.template())) {
        assertThat(server.awaitEnd()).as("it refuses to start").isNotZero();
      }
    }
  }
}
