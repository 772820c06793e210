package io.rrrspec.experiments.bench;

import io.rrrspec.common.redis.RedisConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Counts the commands that clients send, by the lines of MONITOR. What a script calls is not sent
 * by anybody: Redis shows {@code lua} as its source, and it is left out.
 */
final class Monitor implements AutoCloseable {
  private final Socket socket;
  private final Thread reader;
  private final RedisConnection redis;
  private final String last = UUID.randomUUID().toString();
  private final Map<String, Long> counts = new TreeMap<>();

  private Monitor(Socket socket, RedisConnection redis) {
    this.socket = socket;
    this.redis = redis;
    this.reader = new Thread(this::read, "monitor");
  }

  static Monitor start(BenchRedis redis) throws IOException {
    URI url = redis.url();
    Socket socket = new Socket(url.getHost(), url.getPort());
    String user = url.getUserInfo();
    String auth = user == null ? "" : "AUTH " + user.substring(user.indexOf(':') + 1) + "\r\n";
    socket.getOutputStream().write((auth + "MONITOR\r\n").getBytes(StandardCharsets.UTF_8));
    Monitor monitor = new Monitor(socket, redis.connection());
    monitor.reader.start();
    return monitor;
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1), 1 << 16)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.contains(last)) {
          return;
        }
        // +1339518083.107412 [0 127.0.0.1:60866] "evalsha" "…"
        int command = line.indexOf("] \"");
        if (command > 0 && !line.substring(0, command).endsWith(" lua")) {
          String verb = line.substring(command + 3, line.indexOf('"', command + 3));
          counts.merge(verb.toLowerCase(java.util.Locale.ROOT), 1L, Long::sum);
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Ends counting after all commands sent so far; how often each command was sent. */
  Map<String, Long> stop() throws InterruptedException {
    redis.commands().publish(last, "");
    reader.join();
    return counts;
  }

  static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
