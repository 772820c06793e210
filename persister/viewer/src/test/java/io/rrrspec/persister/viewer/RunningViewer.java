package io.rrrspec.persister.viewer;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.source.SourceLinks;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A viewer on a port of loopback. */
public final class RunningViewer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Viewer viewer;
  private final HttpClient http = HttpClient.newHttpClient();

  /**
   * Starts it.
   *
   * @param token what changing requests have to bring; empty: nothing
   */
  public RunningViewer(Records records, String token) {
    this(records, token, URI.create("http://127.0.0.1:3000"));
  }

  /**
   * Starts it.
   *
   * @param token as above
   * @param webBase where people are told to find it
   */
  public RunningViewer(Records records, String token, URI webBase) {
    this(records, token, webBase, SourceLinks.NONE);
  }

  /**
   * Starts it.
   *
   * @param token as above
   * @param webBase as above
   * @param sources what stack traces lead to
   */
  public RunningViewer(Records records, String token, URI webBase, SourceLinks sources) {
    viewer =
        new Viewer(
            new SharedSettings(
                RedisAddress.of("localhost", 1),
                records.keys().namespace(),
                "",
                0,
                0,
                0,
                "127.0.0.1",
                token,
                webBase),
            records,
            sources);
    viewer.start();
  }

  /** Where it is, without a slash at the end. */
  public String base() {
    return "http://127.0.0.1:" + viewer.port();
  }

  /** Asks for a path, or for an address as a whole. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI address = URI.create(path.startsWith("/") ? base() + path : path);
    return http.send(
        HttpRequest.newBuilder(address).timeout(LIMIT).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /**
   * Sends a request as it stands, which clients would not, and returns the whole answer.
   *
   * @param head first line and headers, one a line; {@code PORT} stands for the port
   * @param body may be empty
   */
  public String send(String head, String body) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", viewer.port())) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      String lines = head.strip().replace("PORT", "" + viewer.port()).replace("\n", "\r\n");
      String request =
          lines
              + "\r\nConnection: close\r\nContent-Length: "
              + body.getBytes(StandardCharsets.UTF_8).length
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    viewer.close();
  }
}
