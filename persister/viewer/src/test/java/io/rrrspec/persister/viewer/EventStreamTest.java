package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.javalin.Javalin;
import io.rrrspec.persister.viewer.Subscribers.News;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readers of events that read, and readers that do not. */
class EventStreamTest {
  /** More than the buffers of a connection hold, once it was sent a few times. */
  private static final String MEGABYTE = "x".repeat(1 << 20);

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Subscribers audience = new Subscribers();
  private final List<Socket> sockets = new ArrayList<>();
  private Duration patience = Duration.ofHours(1);

  private final Javalin server =
      Javalin.create(
          config -> {
            // A connection that stands still is nobody's business here but the stream's.
            config.jetty.modifyHttpConfiguration(http -> http.setIdleTimeout(3_600_000));
            config.routes.get(
                "/events",
                ctx ->
                    EventStream.open(
                        ctx,
                        patience,
                        stream -> {
                          audience.add(stream);
                          stream.onClose(() -> audience.remove(stream));
                        }));
          });

  @BeforeEach
  void start() {
    server.start("127.0.0.1", 0);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.stop();
  }

  private Socket ask() throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(4_096);
    socket.setSoTimeout((int) LIMIT.toMillis());
    socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
    // The end of the stream is then that of the connection, which else stays open for half a
    // minute.
    String request =
        "GET /events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    int readers = sockets.size();
    await().atMost(LIMIT).until(() -> audience.size() == readers);
    return socket;
  }

  private static BufferedReader reading(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String lineWith(String words, BufferedReader reader) throws IOException {
    String line = reader.readLine();
    while (line != null && !line.contains(words)) {
      line = reader.readLine();
    }
    return line == null ? "nothing more" : line;
  }

  private void tell(String fragment, boolean over) {
    audience.tell(new News(fragment, System.nanoTime(), over));
  }

  @Test
  void readersThatDoNotReadHoldUpNobody() throws Exception {
    for (int i = 0; i < 40; i++) {
      ask();
    }
    BufferedReader reader = reading(ask());
    for (int i = 0; i < 10; i++) {
      tell(MEGABYTE, false);
      tell("state " + i, false);
      assertThat(lineWith("state ", reader)).isEqualTo("data: state " + i);
    }
    assertThat(audience.size()).as("nobody is impatient here").isEqualTo(41);
  }

  @Test
  void aReaderThatDoesNotReadIsDroppedAndTheOthersStay() throws Exception {
    patience = Duration.ZERO;
    ask();
    patience = Duration.ofHours(1);
    BufferedReader reader = reading(ask());
    for (int i = 0; audience.size() > 1; i++) {
      assertThat(i).as("megabytes that somebody takes without reading").isLessThan(1_000);
      tell(MEGABYTE, false);
      tell("state " + i, false);
      assertThat(lineWith("state ", reader)).isEqualTo("data: state " + i);
    }
  }

  @Test
  void aSlowReaderGetsTheNewestStateAndTheEnd() throws Exception {
    Socket socket = ask();
    for (int i = 0; i < 50; i++) {
      tell(MEGABYTE + i, false);
    }
    tell("the end", true);
    tell("what comes too late", false);
    BufferedReader reader = reading(socket);
    assertThat(lineWith("the end", reader)).isEqualTo("data: the end");
    assertThat(lineWith("over", reader)).isEqualTo("event: over");
    assertThat(lineWith("too late", reader)).isEqualTo("nothing more");
    await().atMost(LIMIT).until(audience::isEmpty);
  }

  @Test
  void anOlderStateDoesNotReplaceANewerOne() throws Exception {
    BufferedReader reader = reading(ask());
    long now = System.nanoTime();
    audience.tell(new News("newer", now, false));
    audience.tell(new News("older", now - 1, false));
    audience.tell(new News("newest", now + 1, true));
    assertThat(reader.lines()).contains("data: newest").doesNotContain("data: older");
  }
}
