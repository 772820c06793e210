package io.rrrspec.testing;

import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A redis-server with settings of its own: a replica, or a Sentinel. */
public final class RedisProgram implements AutoCloseable {
  private final ChildProcess process;
  private final int port;

  private RedisProgram(ChildProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it on a free port of the loopback, without waiting for an answer.
   *
   * @param dir where its file of settings goes
   * @param settings lines of that file; with one that begins with {@code sentinel} it becomes one
   */
  public static RedisProgram start(Path dir, String name, String... settings) throws IOException {
    return start(embedded(), "port ", dir, name, settings);
  }

  /** The same where it speaks TLS, and nothing else. */
  public static RedisProgram startTls(Path dir, String name, String... settings)
      throws IOException {
    return start(embedded(), "port 0\ntls-port ", dir, name, settings);
  }

  /**
   * The same with another program than the one that we bring.
   *
   * @param executable its name on the PATH
   */
  public static RedisProgram startOther(
      String executable, Path dir, String name, String... settings) throws IOException {
    return start(executable, "port ", dir, name, settings);
  }

  private static String embedded() {
    return EmbeddedRedis.executable(Path.of("target", "redis").toAbsolutePath()).toString();
  }

  private static RedisProgram start(
      String executable, String listens, Path dir, String name, String... settings)
      throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Path file = dir.resolve(name + ".conf");
    Path own = Files.createDirectory(dir.resolve(name));
    Files.writeString(
        file,
        "bind 127.0.0.1\n"
            + listens
            + port
            + "\ndir "
            + own
            + "\n"
            + String.join("\n", settings)
            + "\n");
    boolean sentinel = List.of(settings).stream().anyMatch(line -> line.startsWith("sentinel "));
    List<String> command =
        sentinel
            ? List.of(executable, file.toString(), "--sentinel")
            : List.of(executable, file.toString(), "--save", "");
    ChildProcess process =
        Program.inOwnGroup(command)
            .errorsToOutput()
            .outputFile(dir.resolve(name + ".log"))
            .start()
            .child();
    Runtime.getRuntime().addShutdownHook(new Thread(process::kill));
    return new RedisProgram(process, port);
  }

  /** Where it listens. */
  public int port() {
    return port;
  }

  /** Waits for its own end, half a minute at most; returns its exit code. */
  public int awaitEnd() throws Exception {
    return process.onExit().get(30, TimeUnit.SECONDS);
  }

  /** Kills it, as a host that dies would. */
  @Override
  public void close() {
    process.kill();
  }
}
