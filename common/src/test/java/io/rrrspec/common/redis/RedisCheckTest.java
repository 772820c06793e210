package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.TestRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis that cannot be used is named in one line that says what to do, never with a password. */
class RedisCheckTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @Test
  void theRightOneIsAccepted() {
    try (RedisConnection connection = RedisConnection.open(redis.url(), 1)) {
      assertThat(connection.check()).isSameAs(connection);
    }
  }

  @Test
  void aWrongPasswordIsNamedAndNotPrinted() {
    String message = refusal(url("wrong-secret@"));
    assertThat(message)
        .isEqualTo("the Redis at " + where() + " refuses the user or password: correct `redis`");
    assertThat(refusal(url(""))).isEqualTo(message);
    assertThat(refusal(URI.create("redis://nobody:wrong-secret@" + where()))).isEqualTo(message);
  }

  @Test
  void oneThatEvictsKeysIsRefused() {
    try (EmbeddedRedis evicting = EmbeddedRedis.start(Path.of("target", "redis").toAbsolutePath());
        RedisConnection connection = RedisConnection.open(evicting.url(), 1)) {
      connection.commands().configSet("maxmemory-policy", "allkeys-lru");
      assertThat(refusal(evicting.url()))
          .isEqualTo(
              "the Redis at "
                  + connection.address()
                  + " may evict keys (maxmemory-policy allkeys-lru): set maxmemory-policy"
                  + " noeviction in its redis.conf");
    }
  }

  @Test
  void whereNobodyListensTheAddressIsNamed() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    assertThat(refusal(URI.create("redis://:secret@127.0.0.1:" + port)))
        .isEqualTo("no Redis answers at 127.0.0.1:" + port + ": start it, or correct `redis`");
  }

  /**
   * No server older than 6.2 can be had here, so this one is a stand-in that speaks as much of the
   * protocol as the check needs.
   */
  @Test
  void oneThatIsTooOldIsRefused() throws IOException {
    try (ServerSocket old = answering("$22\r\nredis_version:5.0.14\r\n\r\n")) {
      assertThat(refusal(URI.create("redis://127.0.0.1:" + old.getLocalPort())))
          .isEqualTo(
              "the Redis at 127.0.0.1:"
                  + old.getLocalPort()
                  + " is of version 5.0.14: install 6.2 or newer");
    }
  }

  @Test
  void whatIsNoRedisAtAllIsNamedInOneLine() throws IOException {
    try (ServerSocket web = answering("HTTP/1.1 400 Bad Request\r\n\r\n")) {
      assertThat(refusal(URI.create("redis://127.0.0.1:" + web.getLocalPort())))
          .startsWith("no Redis answers at 127.0.0.1:" + web.getLocalPort())
          .hasLineCount(1);
    }
  }

  private static URI url(String secret) {
    return URI.create("redis://" + (secret.isEmpty() ? "" : ":" + secret) + where());
  }

  private static String where() {
    return redis.url().getHost() + ":" + redis.url().getPort();
  }

  private static String refusal(URI url) {
    try (RedisConnection connection = RedisConnection.open(url, 1)) {
      ServiceException refused = catchThrowableOfType(ServiceException.class, connection::check);
      assertThat(refused).isNotNull();
      return String.valueOf(refused.getMessage());
    }
  }

  /** A server that answers INFO with the given bytes and knows nothing else. */
  private static ServerSocket answering(String info) throws IOException {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (!server.isClosed()) {
            Socket client = server.accept();
            daemon(() -> serve(client, info));
          }
        });
    return server;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The other side went, or the test is over.
                Thread.currentThread().interrupt();
              }
            },
            "stand-in");
    thread.setDaemon(true);
    thread.start();
  }

  private static void serve(Socket client, String info) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.startsWith("*")) {
        continue;
      }
      String name = "";
      for (int i = 0; i < Integer.parseInt(line.substring(1)); i++) {
        in.readLine();
        String word = String.valueOf(in.readLine());
        name = i == 0 ? word : name;
      }
      String answer = name.equalsIgnoreCase("INFO") ? info : "-ERR unknown command\r\n";
      client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    }
  }
}
