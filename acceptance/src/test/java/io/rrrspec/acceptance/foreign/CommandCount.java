package io.rrrspec.acceptance.foreign;

import io.rrrspec.testing.TestRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Counts what clients send, by the lines of MONITOR; not what scripts call. */
final class CommandCount implements AutoCloseable {
  private final TestRedis redis;
  private final Socket socket;
  private final Thread reader = new Thread(this::read, "command-count");
  private final String last = UUID.randomUUID().toString();
  private final Map<String, Long> counts = new TreeMap<>();

  private CommandCount(TestRedis redis, Socket socket) {
    this.redis = redis;
    this.socket = socket;
  }

  static CommandCount start(TestRedis redis) {
    URI url = redis.url();
    try {
      Socket socket = new Socket(url.getHost(), url.getPort());
      String password = url.getUserInfo().substring(url.getUserInfo().indexOf(':') + 1);
      socket
          .getOutputStream()
          .write(("AUTH " + password + "\r\nMONITOR\r\n").getBytes(StandardCharsets.UTF_8));
      CommandCount count = new CommandCount(redis, socket);
      count.reader.setDaemon(true);
      count.reader.start();
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.contains(last)) {
          return;
        }
        int command = line.indexOf("] \"");
        if (command > 0 && !line.substring(0, command).endsWith(" lua")) {
          String verb = line.substring(command + 3, line.indexOf('"', command + 3));
          counts.merge(verb.toLowerCase(Locale.ROOT), 1L, Long::sum);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends counting; how often each command was sent. */
  Map<String, Long> stop() {
    redis.connection().commands().publish(last, "");
    try {
      reader.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return counts;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
