package io.rrrspec.worker.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.Holding;
import io.rrrspec.worker.agent.artifact.ArtifactCache;
import io.rrrspec.worker.agent.artifact.Draft;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactServerTest {
  private static final String NAME = "setup-a";

  @TempDir Path base;

  private final HttpClient client = HttpClient.newHttpClient();
  private ArtifactCache cache;
  private ArtifactServer server;

  @BeforeEach
  void start() throws IOException {
    cache = ArtifactCache.open(base.resolve("artifacts"), 100_000_000, InstantSource.system());
    server = ArtifactServer.start("127.0.0.1", 0, "secret", cache);
    keep(NAME, "hello");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whoShowsTheTokenGetsTheArtifact() throws Exception {
    HttpResponse<String> answer = get("/artifact/" + NAME, "Bearer secret");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(5);
    assertNothingIsInUse();
  }

  @Test
  void aStrangerGetsNothingAndLearnsNothing() throws Exception {
    for (String authorization :
        new String[] {"", "Bearer ", "Bearer secre", "Bearer secret2", "Basic secret", "secret"}) {
      for (String name : new String[] {NAME, "setup-none"}) {
        HttpResponse<String> answer = get("/artifact/" + name, authorization);
        assertThat(answer.statusCode()).as(authorization).isEqualTo(401);
        assertThat(answer.body()).doesNotContain("hello", "secret");
      }
    }
  }

  @Test
  void thereIsNothingElse() throws Exception {
    for (String path :
        new String[] {
          "/artifact/setup-none",
          "/artifact/..%2Fnames%2F" + NAME,
          "/artifact/%2e%2e/names",
          "/artifact/",
          "/",
          "/names/" + NAME,
          "/artifact/a%00b",
        }) {
      assertThat(get(path, "Bearer secret").statusCode()).as(path).isIn(400, 404);
    }
    // After a bad request the server closes the connection.
    HttpResponse<String> post =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/artifact/x"))
                    .header("Authorization", "Bearer secret")
                    .POST(HttpRequest.BodyPublishers.ofString("x"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(post.statusCode()).isIn(404, 405);
  }

  @Test
  void onlySoManyAreServedAtOnceAndWhoGoesAwayMakesRoom() throws Exception {
    keep("setup-large", "x".repeat(30_000_000));
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      slow.add(begin("setup-large"));
    }
    assertThat(get("/artifact/" + NAME, "Bearer secret").statusCode()).isEqualTo(503);
    for (Socket socket : slow) {
      socket.close();
    }
    Awaitility.await()
        .until(() -> get("/artifact/" + NAME, "Bearer secret").statusCode(), code -> code == 200);
  }

  @Test
  void whoAsksOnlyForTheHeadTakesNoPlace() throws Exception {
    for (int i = 0; i < 40; i++) {
      var unused =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + server.port() + "/artifact/" + NAME))
                  .header("Authorization", "Bearer secret")
                  .method("HEAD", HttpRequest.BodyPublishers.noBody())
                  .build(),
              HttpResponse.BodyHandlers.discarding());
    }
    assertThat(get("/artifact/" + NAME, "Bearer secret").statusCode()).isEqualTo(200);
    assertNothingIsInUse();
  }

  /** What was removed stays while it is in use; the server ends that after the answer. */
  private void assertNothingIsInUse() {
    cache.remove(NAME);
    Awaitility.await().until(() -> cache.bytes() == 0);
  }

  /** Reads the beginning of an answer, and no more of it. */
  private Socket begin(String name) throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    socket.setReceiveBufferSize(4_096);
    OutputStream out = socket.getOutputStream();
    String request =
        "GET /artifact/" + name + " HTTP/1.1\r\nHost: w\r\nAuthorization: Bearer secret\r\n\r\n";
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    return socket;
  }

  private HttpResponse<String> get(String path, String authorization) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private Holding.Content keep(String name, String text) throws IOException {
    try (Draft draft = cache.begin(name)) {
      draft.write(text.getBytes(StandardCharsets.UTF_8));
      return draft.commit();
    }
  }
}
