package io.rrrspec.worker.slave.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Header;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRunnerTest {
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));
  private static final TimeLimits SHORT =
      new TimeLimits(Duration.ofMillis(300), Duration.ofMinutes(2));
  private static final int MIB = 1024 * 1024;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final List<Integer> ports = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private String url;
  private @Nullable Request told;
  private @Nullable Answer answered;
  private HttpRunner runner;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
    runner =
        new HttpRunner(
            new HttpRunner.Caller() {
              @Override
              public @Nullable Request request() {
                return told;
              }

              @Override
              public void answer(Answer answer) {
                answered = answer;
              }
            });
  }

  @AfterEach
  void stop() {
    runner.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private Answer answered() {
    return Objects.requireNonNull(answered);
  }

  private interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  private void serve(Handler handler) {
    server.createContext(
        "/",
        exchange -> {
          ports.add(exchange.getRemoteAddress().getPort());
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
          try (exchange) {
            handler.handle(exchange);
          }
        });
  }

  private void serve(int status, String body) {
    serve(exchange -> send(exchange, status, body.getBytes(UTF_8)));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Test
  void anAnswerOf200HasPassedAndIsShown() {
    serve(
        exchange -> {
          exchange.getResponseHeaders().add("X-Shop", "open");
          send(exchange, 200, "hello\n".getBytes(UTF_8));
        });
    TrialResult result = runner.run("GET " + url + "/a?b=c", PLENTY);

    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.reason()).isNull();
    assertThat(result.stdout())
        .startsWith("HTTP/1.1 200\n")
        .containsIgnoringCase("x-shop: open\n")
        .endsWith("\n\nhello\n");
    CaseResult only = result.cases().get(0);
    assertThat(only.className()).isEqualTo("http");
    assertThat(only.name()).isEqualTo("GET " + url + "/a?b=c");
    assertThat(only.outcome()).isEqualTo(Outcome.PASSED);
    assertThat(seen).containsExactly("GET /a?b=c ");
    assertThat(answered).as("nobody waits").isNull();
  }

  @Test
  void theBodyIsTheRestOfTheText() {
    serve(204, "");
    assertThat(runner.run("POST " + url + "/ {\"a\":  1} ü ", PLENTY).status())
        .isEqualTo(TrialStatus.PASSED);
    assertThat(seen).containsExactly("POST / {\"a\":  1} ü ");
  }

  @ParameterizedTest
  @CsvSource({
    "503, 'busy\u0007, come\nlater', 'HTTP 503 busy?, come'",
    "404, '', HTTP 404",
    "302, moved, HTTP 302 moved",
  })
  void anyOtherAnswerHasFailed(int status, String body, String reason) {
    serve(status, body);
    TrialResult result = runner.run("GET " + url, PLENTY);

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.reason()).isEqualTo(reason);
    assertThat(result.failed()).isEqualTo(1);
  }

  @Test
  void redirectsAreNotFollowed() {
    serve(
        exchange -> {
          exchange.getResponseHeaders().add("Location", url + "/other");
          send(exchange, 307, new byte[0]);
        });
    runner.run("GET " + url + "/first", PLENTY);

    assertThat(seen).containsExactly("GET /first ");
  }

  @ParameterizedTest
  @CsvSource({
    "'GET', no HTTP request: 'GET'",
    "'', no HTTP request: ''",
    "get http://localhost/, no HTTP method: 'get'",
    "CONNECT http://localhost/, no HTTP method: 'CONNECT'",
    "GET  http://localhost/, no URL with http:// or https:// and a host: ''",
    "GET ftp://localhost/, no URL with http:// or https:// and a host: 'ftp://localhost/'",
    "GET localhost:80, no URL with http:// or https:// and a host: 'localhost:80'",
    "GET http:///path, no URL with http:// or https:// and a host: 'http:///path'",
    "GET http://[, no URL: 'http://['",
  })
  void textThatIsNoRequestFailsAndSaysWhatToWrite(String text, String reason) {
    TrialResult result = runner.run(text, PLENTY);

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.reason())
        .startsWith(reason + ": write METHOD URL [BODY], such as: POST http");
    assertThat(result.reason()).hasLineCount(1);
  }

  @Test
  void whereNobodyListensTheReasonSaysSo() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThat(runner.run("GET http://127.0.0.1:" + port + "/", PLENTY).reason())
        .isEqualTo("cannot reach 127.0.0.1:" + port + ": the connection was refused");
    assertThat(runner.run("GET http://no-such-host.invalid/", PLENTY).reason())
        .isEqualTo("cannot reach no-such-host.invalid: no such host");
  }

  @Test
  void whoHangsUpHasGivenNoAnswerAndIsNotAskedTwice() throws IOException {
    List<Integer> asked = new CopyOnWriteArrayList<>();
    try (ServerSocket rude = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      threads.execute(
          () -> {
            while (!rude.isClosed()) {
              try (Socket socket = rude.accept()) {
                asked.add(socket.getInputStream().read());
              } catch (IOException closed) {
                return;
              }
            }
          });
      TrialResult result =
          runner.run("POST http://127.0.0.1:" + rude.getLocalPort() + "/ pay", PLENTY);
      assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
      assertThat(result.reason())
          .startsWith("127.0.0.1:" + rude.getLocalPort() + " gave no answer");
      assertThat(asked).hasSize(1);
    }
  }

  @Test
  void theSoftLimitEndsAnAnswerThatDoesNotCome() {
    serve(
        exchange -> {
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    TrialResult result = runner.run("GET " + url, SHORT);

    assertThat(result.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(result.reason()).isEqualTo("took longer than 0.3 s and was ended");
  }

  @Test
  void theSoftLimitEndsABodyWithoutEndAndItsTextIsBounded() {
    serve(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] part = new byte[8192];
          try (OutputStream out = exchange.getResponseBody()) {
            while (!Thread.currentThread().isInterrupted()) {
              out.write(part);
            }
          }
        });
    told = new Request("GET", url, List.of(), new byte[0]);
    assertThat(runner.run("x", PLENTY).reason())
        .as("who waits gets no more than a mebibyte")
        .isEqualTo("the body of the answer is longer than 1048576 bytes");
    told = null;
    assertThat(runner.run("GET " + url, SHORT).status()).isEqualTo(TrialStatus.TIMEOUT);
  }

  @Test
  void aLongBodyOfATextIsNoFailureAndIsShortened() {
    serve(exchange -> send(exchange, 200, "x".repeat(3 * MIB).getBytes(UTF_8)));
    TrialResult result = runner.run("GET " + url, PLENTY);

    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.stdout().length()).isLessThan(2 * MIB);
  }

  @Test
  void whoWaitsGetsTheAnswer() {
    Map<String, List<String>> received = new ConcurrentHashMap<>();
    serve(
        exchange -> {
          received.putAll(exchange.getRequestHeaders());
          exchange.getResponseHeaders().add("Set-Cookie", "a=1");
          exchange.getResponseHeaders().add("Set-Cookie", "b=2");
          exchange.getResponseHeaders().add("Connection", "close");
          send(exchange, 404, new byte[] {0, -1});
        });
    told =
        new Request(
            "PUT",
            url + "/there",
            List.of(
                new Header("Host", "shop.example"),
                new Header("Content-Length", "7"),
                new Header("Connection", "keep-alive, X-Hop"),
                new Header("X-Hop", "1"),
                new Header("X-Trace", "2"),
                new Header("X-Trace", "3")),
            "body".getBytes(UTF_8));
    TrialResult result = runner.run("GET http://127.0.0.1:1/", PLENTY);

    assertThat(seen).containsExactly("PUT /there body");
    assertThat(received.get("X-trace")).containsExactly("2", "3");
    assertThat(received).doesNotContainKey("X-hop");
    assertThat(answered().status()).isEqualTo(404);
    assertThat(answered().body()).isEqualTo(new byte[] {0, -1});
    assertThat(answered().headers())
        .filteredOn(header -> header.name().equalsIgnoreCase("set-cookie"))
        .extracting(Header::value)
        .containsExactly("a=1", "b=2");
    assertThat(answered().headers())
        .noneMatch(header -> header.name().equalsIgnoreCase("connection"));
    assertThat(result.reason()).startsWith("HTTP 404");
  }

  @Test
  void whoWaitsHearsOfWhatCannotBeSentOrDoesNotCome() {
    told = new Request("GET", "nowhere", List.of(), new byte[0]);
    assertThat(runner.run("x", PLENTY).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(answered().status()).isEqualTo(502);

    told = new Request("GET", url, List.of(new Header("bad name", "\n")), new byte[0]);
    assertThat(runner.run("x", PLENTY).reason()).startsWith("cannot be sent: ");

    serve(exchange -> send(exchange, 200, new byte[MIB + 1]));
    told = new Request("GET", url, List.of(), new byte[0]);
    TrialResult result = runner.run("x", PLENTY);
    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.reason()).isEqualTo("the body of the answer is longer than 1048576 bytes");
    assertThat(answered().status()).isEqualTo(502);
    assertThat(new String(answered().body(), UTF_8)).contains("longer than 1048576 bytes");
  }

  @Test
  void aBodyOfJustAMebibyteIsPassedOn() {
    serve(exchange -> send(exchange, 200, new byte[MIB]));
    told = new Request("GET", url, List.of(), new byte[0]);
    assertThat(runner.run("x", PLENTY).status()).isEqualTo(TrialStatus.PASSED);
    assertThat(answered().body()).hasSize(MIB);
  }

  @Test
  void noConnectionIsUsedTwice() {
    serve(200, "x");
    for (int n = 0; n < 30; n++) {
      TrialResult result = runner.run("POST " + url + " pay", PLENTY);
      assertThat(result.status()).as("%s", result).isEqualTo(TrialStatus.PASSED);
    }
    assertThat(ports).hasSize(30).doesNotHaveDuplicates();
  }
}
