package io.rrrspec.testing;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real redis-server, one for all tests of a JVM, emptied before each test: one from a jar, or one
 * in a container ({@link ServerImages}).
 */
public final class TestRedis implements BeforeEachCallback {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static @Nullable URI server;
  private static @Nullable String failure;
  private static @Nullable RedisConnection connection;

  private static synchronized URI server() {
    URI running = server;
    if (running == null) {
      running = start();
      server = running;
    }
    return running;
  }

  /** Is tried once: each of a thousand tests would wait for a server that does not start. */
  private static URI start() {
    if (failure != null) {
      throw new IllegalStateException("the Redis of these tests has not started: " + failure);
    }
    try {
      return ServerImages.named(ServerImages.REDIS)
          .map(TestRedis::inContainer)
          .orElseGet(TestRedis::embedded);
    } catch (RuntimeException e) {
      failure = e.toString();
      throw e;
    }
  }

  private static URI embedded() {
    EmbeddedRedis started = EmbeddedRedis.start(Path.of("target", "redis").toAbsolutePath());
    Runtime.getRuntime().addShutdownHook(new Thread(started::close));
    return started.url();
  }

  private static URI inContainer(String image) {
    String password = "secret-" + UUID.randomUUID();
    int port =
        ServerImages.find()
            .start(
                image,
                6379,
                Map.of(),
                List.of("--requirepass", password, "--maxmemory-policy", "noeviction"));
    URI url = URI.create("redis://:" + password + "@127.0.0.1:" + port);
    Awaitility.await("an answer of " + image)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(RuntimeException.class)
        .untilAsserted(
            () -> {
              try (RedisConnection connection = RedisConnection.open(url, 1)) {
                String version =
                    connection
                        .commands()
                        .info("server")
                        .lines()
                        .filter(
                            line -> line.matches("(server_name|redis_version|valkey_version):.*"))
                        .collect(Collectors.joining(" "));
                System.out.println("contract on " + image + ": " + version);
              }
            });
    return url;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    connection().commands().flushAll();
  }

  /** A connection that the tests share. */
  public RedisConnection connection() {
    synchronized (TestRedis.class) {
      RedisConnection open = connection;
      if (open == null) {
        open = RedisConnection.open(server(), 32);
        connection = open;
      }
      return open;
    }
  }

  /** Where the server is, with its password. */
  public URI url() {
    return server();
  }

  /** The keys of the tests. */
  public Keys keys() {
    return new Keys("test");
  }
}
