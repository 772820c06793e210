package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.RedisConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A redis-server with a password and an append-only file. With {@code appendfsync always} it has
 * written what it answers, so that whatever somebody was told is still true after a {@code kill
 * -9}: else nobody could say what is a loss.
 */
final class RedisProcess {
  private static final String EXECUTABLE = "/usr/bin/redis-server";
  private static final String PASSWORD = "chaos-secret";

  /** As docs/first-fleet.md has it; another user makes what chaos does, such as SHUTDOWN. */
  private static final String USERS =
      """
      user default off ~* &* +@all
      user rrrspec on >%1$s ~%2$s:* resetchannels &%2$s:* +@all -@admin -@dangerous +info
      user chaos on >%1$s ~* &* +@all
      """
          .formatted(PASSWORD, View.NAMESPACE);

  private final Place place;
  private final int port;
  private volatile Process process;

  private RedisProcess(Place place, int port) {
    this.place = place;
    this.port = port;
    this.process = launch();
  }

  /** Starts it and waits until it answers. */
  static RedisProcess start(Place place) {
    if (!Files.isExecutable(Path.of(EXECUTABLE))) {
      throw new ServiceException("no " + EXECUTABLE + ": install redis-server");
    }
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      socket.close();
      RedisProcess redis = new RedisProcess(place, port);
      redis.awaitAnswer();
      return redis;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                EXECUTABLE,
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--aclfile",
                acl().toString(),
                "--dir",
                place.path("redis").toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--maxmemory-policy",
                "noeviction"));
    builder.environment().put(Place.VARIABLE, place.mark());
    try {
      return builder
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(place.path("log/redis.log").toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path acl() {
    try {
      return Files.writeString(place.path("redis/users.acl"), USERS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For the installation. */
  URI url() {
    return url("rrrspec");
  }

  /** For who looks at it, and hurts it. */
  URI adminUrl() {
    return url("chaos");
  }

  private URI url(String user) {
    return URI.create("redis://" + user + ":" + PASSWORD + "@127.0.0.1:" + port);
  }

  long pid() {
    return process.pid();
  }

  /** {@code kill -9}. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** The command SHUTDOWN. */
  void shutDown() {
    try (Jedis jedis = new Jedis(adminUrl())) {
      jedis.shutdown();
    } catch (JedisConnectionException e) {
      // That is its answer.
      if (!process.isAlive()) {
        return;
      }
    }
    awaitEnd();
  }

  /** Starts it again with what it has written, and waits until it answers. */
  void startAgain() {
    process = launch();
    awaitAnswer();
  }

  /** How much has been written; null while a new file is begun. */
  private @Nullable Written written() {
    try (Stream<Path> files = Files.list(place.path("redis/appendonlydir"))) {
      List<Path> logs = files.filter(f -> f.toString().endsWith(".incr.aof")).toList();
      return logs.size() == 1 ? new Written(logs.get(0), Files.size(logs.get(0))) : null;
    } catch (IOException e) {
      return null; // A Redis that keeps it elsewhere
    }
  }

  private record Written(Path file, long bytes) {}

  /**
   * Kills it after a while and takes away what it has written meanwhile, from some byte on: it has
   * what a late replica would have.
   *
   * @return false if that cannot be told now; then nothing is done
   */
  boolean killAndLose(long millis) {
    Written before = written();
    Pause.millis(millis);
    Written now = written();
    if (before == null || now == null || !now.file().equals(before.file())) {
      return false;
    }
    kill();
    try (FileChannel file = FileChannel.open(before.file(), StandardOpenOption.WRITE)) {
      file.truncate(before.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  /** Ends all connections but the one that says so. */
  void cutConnections() {
    try (Jedis jedis = new Jedis(adminUrl())) {
      jedis.sendCommand(
          redis.clients.jedis.Protocol.Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes");
    }
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        throw new ServiceException("Redis does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    }
  }

  private void awaitAnswer() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try (RedisConnection connection = RedisConnection.open(url(), 1)) {
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
}
