package io.rrrspec.experiments.bench;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Slowlog;

/**
 * A redis-server for measuring: the one of this machine if there is one, else the embedded one. It
 * keeps nothing on disk, logs every call longer than 5 ms, and is ended by its process id.
 */
public final class BenchRedis implements AutoCloseable {
  private static final Path INSTALLED = Path.of("/usr/bin/redis-server");
  private static final String SLOWER_THAN_MICROS = "5000";

  private static final int SLOWLOG_LENGTH = 50_000;

  private final @Nullable Process process;
  private final @Nullable EmbeddedRedis embedded;
  private final URI url;
  private final RedisConnection connection;
  private final Jedis administration;
  private final Keys keys = new Keys("bench");
  private final Thread endWithJvm = new Thread(this::kill);

  private BenchRedis(@Nullable Process process, @Nullable EmbeddedRedis embedded, URI url) {
    this.process = process;
    this.embedded = embedded;
    this.url = url;
    this.connection = RedisConnection.open(url, 32);
    this.administration = new Jedis(url);
    Runtime.getRuntime().addShutdownHook(endWithJvm);
  }

  /** Starts it, and waits until it answers. */
  public static BenchRedis start() {
    BenchRedis redis = Files.isExecutable(INSTALLED) ? startInstalled() : startEmbedded();
    redis.connection.commands().configSet("slowlog-log-slower-than", SLOWER_THAN_MICROS);
    redis.connection.commands().configSet("slowlog-max-len", Integer.toString(SLOWLOG_LENGTH));
    return redis;
  }

  private static BenchRedis startEmbedded() {
    EmbeddedRedis embedded = EmbeddedRedis.start(Path.of("target", "redis").toAbsolutePath());
    return new BenchRedis(null, embedded, embedded.url());
  }

  private static BenchRedis startInstalled() {
    try {
      int port = freePort();
      Process process =
          new ProcessBuilder(
                  List.of(
                      INSTALLED.toString(),
                      "--port",
                      Integer.toString(port),
                      "--bind",
                      "127.0.0.1",
                      "--save",
                      "",
                      "--appendonly",
                      "no",
                      "--maxmemory-policy",
                      "noeviction",
                      "--loglevel",
                      "warning"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      BenchRedis redis = new BenchRedis(process, null, URI.create("redis://127.0.0.1:" + port));
      redis.awaitAnswer();
      return redis;
    } catch (IOException e) {
      throw new ServiceException("cannot start " + INSTALLED + ": " + e.getMessage(), e);
    }
  }

  private void awaitAnswer() {
    long end = System.nanoTime() + 10_000_000_000L;
    while (true) {
      try {
        connection.check();
        return;
      } catch (ServiceException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
      Pause.millis(20);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Where it listens. */
  public URI url() {
    return url;
  }

  Keys keys() {
    return keys;
  }

  /** A connection that all parts of a measurement may share which do not wait. */
  public RedisConnection connection() {
    return connection;
  }

  /** Forgets all keys, statistics and slow calls. */
  public void clear() {
    connection.commands().flushAll();
    administration.configResetStat();
    administration.slowlogReset();
  }

  /** The calls that took longer than 5 ms, but for the clearing between runs. */
  public List<Slowlog> slowCalls() {
    return administration.slowlogGet(SLOWLOG_LENGTH).stream()
        .filter(call -> !call.getArgs().get(0).equalsIgnoreCase("flushall"))
        .toList();
  }

  /** Forgets the slow calls: they take memory, too. */
  public void forgetSlowCalls() {
    administration.slowlogReset();
  }

  /** From now on calls of 20 µs and more are logged, or, as usual, only those longer than 5 ms. */
  void logShortCalls(boolean also) {
    administration.configSet("slowlog-log-slower-than", also ? "20" : SLOWER_THAN_MICROS);
  }

  /** One field of INFO. */
  String info(String section, String field) {
    return connection
        .commands()
        .info(section)
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.substring(field.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  /** Seconds of processor time that the server has used since it started. */
  public double cpuSeconds() {
    return Double.parseDouble(info("cpu", "used_cpu_user"))
        + Double.parseDouble(info("cpu", "used_cpu_sys"));
  }

  /** Bytes of memory that its data take now. */
  public long usedMemory() {
    return Long.parseLong(info("memory", "used_memory"));
  }

  /** Gives memory that nothing uses back to the system. */
  public void purge() {
    administration.memoryPurge();
  }

  @Override
  public void close() {
    administration.close();
    connection.close();
    kill();
    Runtime.getRuntime().removeShutdownHook(endWithJvm);
  }

  private void kill() {
    if (process != null) {
      process.destroyForcibly();
    }
    if (embedded != null) {
      embedded.close();
    }
  }
}
