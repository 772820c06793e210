package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** One process of redis-server, a Sentinel or not, with its file of settings, host and port. */
final class RedisNode {
  private static final String EXECUTABLE = "/usr/bin/redis-server";
  private static final int ANSWER_MILLIS = 5_000;

  private final Place place;
  private final Host host;
  private final int port = freePort();
  private final Path directory;
  private final Path file;
  private final List<String> options;
  private volatile Process process;

  /**
   * Starts it.
   *
   * @param settings lines of its file, beside those about host, port and directory
   * @param options of the command
   */
  RedisNode(Place place, Host host, List<String> settings, String... options) {
    if (!Files.isExecutable(Path.of(EXECUTABLE))) {
      throw new ServiceException("no " + EXECUTABLE + ": install redis-server");
    }
    this.place = place;
    this.host = host;
    this.options = List.of(options);
    this.directory = place.directory(host.name());
    this.file = directory.resolve("redis.conf");
    List<String> lines = new ArrayList<>();
    lines.add("bind " + host.address());
    lines.add("protected-mode no");
    lines.add("port " + port);
    lines.add("dir " + directory);
    lines.addAll(settings);
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.process = launch();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() {
    List<String> command = new ArrayList<>(List.of(EXECUTABLE, file.toString()));
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(host.command(command));
    builder.environment().put(Place.VARIABLE, place.mark());
    Path log = place.path("log/" + host.name() + ".log");
    try {
      return builder
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Host host() {
    return host;
  }

  int port() {
    return port;
  }

  /** Whether it is a Sentinel, which has no users. */
  boolean isSentinel() {
    return options.contains("--sentinel");
  }

  /** Host and port, as they stand in a URL. */
  String address() {
    return host.address() + ":" + port;
  }

  /** A connection of whoever looks at it, and hurts it; a short one, as it may not answer. */
  Jedis connect() {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .timeoutMillis(ANSWER_MILLIS)
            .autoNegotiateProtocol(false);
    if (!isSentinel()) {
      config.user(RedisProcess.ADMIN).password(RedisProcess.PASSWORD);
    }
    return new Jedis(new HostAndPort(host.address(), port), config.build());
  }

  /** Where it keeps what it writes. */
  Path directory() {
    return directory;
  }

  Process process() {
    return process;
  }

  /** Starts it again, with what its file says now. */
  void launchAgain() {
    process = launch();
  }
}
