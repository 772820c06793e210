package io.rrrspec.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.ArgumentType;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.ServerScene;
import io.rrrspec.server.request.Requests;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Malformed requests, as anybody may send them: each gets an answer that says that it is wrong, and
 * nothing of them stays. {@code -Drrrspec.fuzz.requests=100000} sends more than the build does.
 */
class RequestFuzzTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final int COUNT = Integer.getInteger("rrrspec.fuzz.requests", 3_000);
  private static final int WARM_UP = 500;
  private static final long MOST_GROWTH = 64L << 20;

  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get", "FETCH", "P\u0001T");
  private static final List<String> PARTS =
      List.of(
          "requester",
          "worker",
          "run_list",
          "ran_list",
          "program",
          "running_job",
          "output",
          "run_args",
          "retry",
          "events",
          "x",
          "..",
          "%00",
          "%zz",
          "a".repeat(3_000),
          "\u00e9");
  private static final List<String> TEXTS =
      List.of(
          "null",
          "true",
          "1e999",
          "-",
          "\"\"",
          "\"report\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "[]",
          "{}",
          "[[[[",
          "{\"a\":",
          "\"a",
          "\u0000",
          "{\"a\":1,\"a\":2}",
          "123456789012345678901234",
          "[".repeat(2_000),
          "{\"name\":\"report\"}",
          "{\"name\":{}}",
          "\u00ff\u00fe");
  private static final List<String> HEADERS =
      List.of(
          "If-Match: x",
          "If-Match: \"99999999999999999999\"",
          "Lease: 1",
          "Lease: " + "l".repeat(2_000),
          "Origin: http://evil.example",
          "Sec-Fetch-Site: cross-site",
          "Host: evil.example",
          "Authorization: Bearer x",
          "Last-Event-ID: -1",
          "Content-Type: text/xml",
          "Accept: */*",
          "Cookie: a=b",
          "X: " + "x".repeat(9_000),
          "Content-Encoding: gzip");

  private final ServerScene scene = new ServerScene(redis);
  private final Stores stores = new Stores(redis.connection(), scene.keys);
  private final Random random = new Random(20_260_701);

  private HttpService service() {
    SharedSettings settings =
        new SharedSettings(
            RedisAddress.of("localhost", 1),
            "test",
            "",
            0,
            0,
            0,
            "127.0.0.1",
            "",
            URI.create("http://127.0.0.1:3000"));
    HttpService service =
        new HttpService(
            settings,
            stores,
            FlowRoutesTest.noFlows(redis.connection(), scene.keys),
            new Requests(stores, FlowKeys.ofService(scene.keys), () -> "http://here:1", scene),
            new Observer(stores.status(), List::of, scene),
            scene.server("a").tally(),
            scene.keys.server("a"));
    service.start();
    service.ready();
    return service;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A body that is no request, and no part of one. */
  private String body() {
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> one(TEXTS);
      case 2 ->
          "{\"requester\":"
              + one(TEXTS)
              + ",\"program\":"
              + one(TEXTS)
              + ",\"run_list\":[{\"name\":"
              + one(TEXTS)
              + ",\"args\":"
              + one(TEXTS)
              + "}],\"wrong\":1}";
      default -> {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        yield new String(bytes, StandardCharsets.ISO_8859_1);
      }
    };
  }

  private byte[] request() {
    String path =
        switch (random.nextInt(5)) {
          case 0 -> "/request/" + one(PARTS);
          case 1 ->
              "/request/3f1e4c1a-1111-2222-3333-44444444444"
                  + random.nextInt(10)
                  + "/"
                  + one(PARTS);
          case 2 -> "/job/" + one(PARTS);
          case 3 -> "/request?state=" + one(PARTS) + "&page=-1";
          default -> "/request";
        };
    String method = one(METHODS);
    boolean lists = path.equals("/request");
    String body = body();
    StringBuilder text = new StringBuilder();
    // A list can be read by anybody: that is not malformed.
    text.append(lists && method.equals("GET") ? "POST" : method)
        .append(' ')
        .append(path)
        .append(" HTTP/1.1\r\nConnection: close\r\n");
    boolean hosted = random.nextInt(10) > 0;
    if (hosted) {
      text.append("Host: 127.0.0.1\r\n");
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(one(HEADERS)).append("\r\n");
    }
    switch (random.nextInt(12)) {
      case 0 -> text.append("Content-Length: -1\r\n");
      case 1 -> text.append("Transfer-Encoding: chunked\r\n");
      case 2 -> text.append(": nothing\r\n");
      default ->
          text.append("Content-Length: ")
              .append(body.getBytes(StandardCharsets.ISO_8859_1).length)
              .append("\r\n");
    }
    return text.append("\r\n").append(body).toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The status of the answer. */
  private static int send(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      // So that as many connections as this do not use up all ports.
      socket.setSoLinger(true, 0);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      String line = new String(in.readNBytes(12), StandardCharsets.ISO_8859_1);
      assertThat(line).as(new String(request, StandardCharsets.ISO_8859_1)).startsWith("HTTP/1.1 ");
      return Integer.parseInt(line.substring(9));
    }
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void whatIsMalformedIsRefusedAndNothingStays() throws IOException {
    stores
        .requestJobs()
        .publish(
            Map.of(
                "report",
                new RequestJob(
                    "report",
                    RequestJob.Kind.EXTERNAL,
                    "",
                    null,
                    "reports",
                    Map.of("to", new Argument(ArgumentType.TEXT, false)),
                    List.of(),
                    false,
                    1,
                    60)));
    try (HttpService http = service()) {
      long before = 0;
      for (int i = 0; i < COUNT; i++) {
        if (i == Math.min(WARM_UP, COUNT / 2)) {
          before = heap();
        }
        byte[] request = request();
        assertThat(send(http.port(), request))
            .as(new String(request, StandardCharsets.ISO_8859_1))
            .isBetween(400, 499);
      }
      assertThat(heap() - before).isLessThan(MOST_GROWTH);
      assertThat(stores.requests().page(null, 0, 1).total()).isZero();
      String whole =
          "{\"requester\":\"me\",\"program\":1,\"run_list\":[{\"name\":\"report\",\"args\":{\"to\":\"x\"}}]}";
      assertThat(
              send(
                  http.port(),
                  ("POST /request HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: "
                          + whole.length()
                          + "\r\n\r\n"
                          + whole)
                      .getBytes(StandardCharsets.ISO_8859_1)))
          .isEqualTo(303);
    }
  }
}
