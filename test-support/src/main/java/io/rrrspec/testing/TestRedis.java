package io.rrrspec.testing;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real redis-server, one for all tests of a JVM, emptied before each test. */
public final class TestRedis implements BeforeEachCallback {
  private static @Nullable EmbeddedRedis server;
  private static @Nullable RedisConnection connection;

  private static synchronized EmbeddedRedis server() {
    EmbeddedRedis running = server;
    if (running == null) {
      running = EmbeddedRedis.start(Path.of("target", "redis").toAbsolutePath());
      server = running;
      Runtime.getRuntime().addShutdownHook(new Thread(running::close));
    }
    return running;
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
        open = RedisConnection.open(server().url(), 32);
        connection = open;
      }
      return open;
    }
  }

  /** Where the server is, with its password. */
  public URI url() {
    return server().url();
  }

  /** The keys of the tests. */
  public Keys keys() {
    return new Keys("test");
  }
}
