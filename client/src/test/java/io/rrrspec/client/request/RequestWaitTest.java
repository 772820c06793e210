package io.rrrspec.client.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.client.request.RequestShell.Result;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Waiting for the end of a request. */
class RequestWaitTest {
  private static final String EVENTS = "GET /request/r-1/events";
  private static final String WHOLE = "GET /request/r-1";
  private static final String QUEUED =
      "{\"event\": \"queued\", \"version\": 1, \"job\": \"build\", \"trial\": 1}";
  private static final String STARTED =
      "{\"event\": \"started\", \"version\": 2, \"job\": \"build\", \"worker\": \"w1\", \"run\": \"u\"}";
  private static final String ENDED =
      "{\"event\": \"ended\", \"version\": 3, \"job\": \"build\", \"output\": {\"file\": \"a\"}}";
  private static final String COMPLETE = "{\"event\": \"complete\", \"version\": 3}";

  private static final String[] SAID = {
    "build: waits for a worker",
    "build: runs on w1, run u",
    "build: succeeded, output {\"file\":\"a\"}",
  };

  @RegisterExtension final HttpPlace server = new HttpPlace();
  @TempDir Path directory;
  private RequestShell shell;
  private String file;

  @BeforeEach
  void surroundings() throws IOException {
    shell = new RequestShell(directory, "server_url: " + server.url());
    file =
        Files.writeString(directory.resolve("shop.yml"), "run_list: [{name: build}]\n").toString();
    server.on("POST /request", 303, "{\"id\": \"r-1\"}").on(WHOLE, 200, over("complete"));
  }

  private static String over(String state) {
    return """
    {"id": "r-1", "state": "%s", "requester": "ci", "program": "p", "version": 3, "job": null,
     "run_list": [], "created_at": "2026-11-24T10:00:00Z", "ran_list": [{"name": "build",
       "output": {"file": "a"}, "ended_at": "2026-11-24T10:00:02Z"}]}
    """
        .formatted(state);
  }

  private static String running(int version, String started) {
    return """
    {"id": "r-1", "state": "running", "version": %d, "worker": "w1", "ran_list": [],
     "run_list": [{"name": "build"}],
     "job": {"name": "build", "trial": 1, "run": "u", "started_at": %s}}
    """
        .formatted(version, started);
  }

  private static Result result(CompletableFuture<Result> running) throws Exception {
    return running.get(60, TimeUnit.SECONDS);
  }

  @Test
  void eachStepIsALineAndTheTableIsTheAnswer() {
    server.events(
        EVENTS, "{\"event\": \"asked\", \"version\": 1}", QUEUED, STARTED, ENDED, COMPLETE);
    Result result = shell.run("start", file, "--wait");
    assertThat(result.err().lines())
        .containsExactly(SAID[0], SAID[1], SAID[2], "the request is complete");
    assertThat(result.out())
        .startsWith("r-1\nrequest r-1: complete, p, asked for by ci at ")
        .containsPattern("\nsucceeded +- +build ");
    assertThat(result.code()).isZero();
  }

  @Test
  void aRequestThatFailedIs1AndACancelledOne130() {
    server.events(EVENTS, "{\"event\": \"failed\", \"version\": 3, \"reason\": \"no\\u001b[2J\"}");
    server.on(WHOLE, 200, over("failed"));
    Result result = shell.run("start", file, "--wait");
    assertThat(result.err()).isEqualTo("the request has failed: no\\x1b[2J\n");
    assertThat(result.code()).isEqualTo(1);
    server.events(EVENTS, "{\"event\": \"cancelled\", \"version\": 3}");
    server.on(WHOLE, 200, over("cancelled"));
    assertThat(shell.run("start", file, "--wait").code()).isEqualTo(130);
  }

  @Test
  void aStreamThatBreaksIsTakenUpWhereItWas() throws Exception {
    server.on(WHOLE, 200, running(1, "null"));
    server.on(
        EVENTS,
        exchange -> {
          OutputStream out = HttpPlace.stream(exchange);
          if (server.count(EVENTS) == 1) {
            HttpPlace.write(out, 7, QUEUED);
          } else {
            HttpPlace.write(out, 8, STARTED);
            HttpPlace.write(out, 9, ENDED);
            server.on(WHOLE, 200, over("complete"));
            HttpPlace.write(out, 10, COMPLETE);
          }
          exchange.close();
        });
    Result result = result(shell.begin("start", file, "--wait"));
    assertThat(result.err().lines())
        .containsExactly(SAID[0], SAID[1], SAID[2], "the request is complete");
    assertThat(server.asked.stream().filter(asked -> asked.what().equals(EVENTS)))
        .extracting(HttpPlace.Asked::lastEvent)
        .containsExactly("", "7");
  }

  @Test
  void whereThereAreNoEventsItAsksNowAndThen() throws Exception {
    server.on(EVENTS, 503, "{\"error\": \"too many listen\"}");
    String[] wholes = {
      running(1, "null"), running(2, "\"2026-11-24T10:00:00Z\""), over("complete")
    };
    AtomicInteger asked = new AtomicInteger();
    server.on(
        WHOLE,
        exchange -> HttpPlace.answer(exchange, 200, wholes[Math.min(2, asked.getAndIncrement())]));
    Result result = result(shell.begin("start", file, "--wait"));
    assertThat(result.err().lines())
        .containsExactly(SAID[0], SAID[1], SAID[2], "the request is complete");
    assertThat(result.code()).isZero();
    assertThat(server.count(EVENTS)).isEqualTo(1);
  }

  @Test
  void aServerMayBeAwayForAWhile() throws Exception {
    server.on(EVENTS, 503, "{\"error\": \"no Redis\"}");
    AtomicInteger asked = new AtomicInteger();
    server.on(
        WHOLE,
        exchange ->
            HttpPlace.answer(
                exchange,
                asked.getAndIncrement() < 2 ? 503 : 200,
                asked.get() < 3 ? "{\"error\": \"no Redis\"}" : over("complete")));
    Result result = result(shell.begin("start", file, "--wait"));
    assertThat(result.err().lines())
        .containsExactly(
            "the server at " + server.url() + " does not serve: no Redis; trying on",
            SAID[2],
            "the request is complete");
    assertThat(result.code()).isZero();
  }

  @Test
  void butNotForEver() {
    server.on(WHOLE, 503, "{\"error\": \"no Redis\"}");
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(false, Style.plain());
    Console console = new Console(nowhere, nowhere, terminal, terminal, Map.of());
    Settings settings =
        Settings.load(
            new SettingsSources(
                directory.resolve("client.yml"), Map.of(), directory, directory, "jane", Map.of()));
    RequestWait waiting =
        new RequestWait(
            new RequestApi(settings),
            "r-1",
            console,
            new EndRequests(),
            new RequestSteps(console::say, 0, 0),
            Duration.ZERO);
    assertThatThrownBy(waiting::untilOver)
        .isInstanceOf(ServiceException.class)
        .hasMessageEndingWith(
            "does not serve: no Redis; when it serves, `request show r-1` tells how far it is");
  }

  @Test
  void aRequestThatIsGoneIs3() {
    server.on(WHOLE, 404, "{\"error\": \"there is no request r-1\"}");
    Result result = shell.run("start", file, "--wait");
    assertThat(result.err()).isEqualTo("rrrspec-java: the request r-1 is gone: start it again\n");
    assertThat(result.code()).isEqualTo(3);
  }

  @Test
  void aRetryTellsNothingOfWhatWasBefore() {
    String before = "{\"event\": \"failed\", \"version\": 3, \"reason\": \"no\"}";
    server.on("POST /request/r-1/retry", 200, running(4, "null"));
    server.events(
        EVENTS,
        QUEUED,
        STARTED,
        before,
        QUEUED.replace("1,", "4,"),
        STARTED.replace("2,", "5,"),
        ENDED.replace("3,", "6,"),
        COMPLETE.replace("3", "6"));
    Result result = shell.run("retry", "r-1", "--wait");
    assertThat(result.err().lines())
        .containsExactly(SAID[0], SAID[1], SAID[2], "the request is complete");
    assertThat(result.out()).startsWith("request r-1: complete, ");
    assertThat(result.code()).isZero();
  }

  /** Events that come only when something has ended them. */
  private void listen(CountDownLatch listens, CountDownLatch over) {
    server.on(WHOLE, 200, running(2, "null"));
    server.on(
        EVENTS,
        exchange -> {
          OutputStream out = HttpPlace.stream(exchange);
          HttpPlace.write(out, 1, QUEUED);
          listens.countDown();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          HttpPlace.write(out, 2, "{\"event\": \"cancelled\", \"version\": 3}");
          exchange.close();
        });
  }

  @Test
  void theFirstRequestToEndCancelsAndWaits() throws Exception {
    CountDownLatch listens = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    listen(listens, over);
    server.on(
        "DELETE /request/r-1",
        exchange -> {
          server.on(WHOLE, 200, over("cancelled"));
          HttpPlace.answer(exchange, 200, over("cancelled"));
          over.countDown();
        });
    CompletableFuture<Result> running = shell.begin("start", file, "--wait");
    assertThat(listens.await(30, TimeUnit.SECONDS)).isTrue();
    shell.end.raise();
    Result result = result(running);
    assertThat(result.err()).contains("the request is cancelled\n");
    assertThat(result.out()).contains("request r-1: cancelled");
    assertThat(result.code()).isEqualTo(130);
    assertThat(server.count("DELETE /request/r-1")).isEqualTo(1);
  }

  @Test
  void theSecondLeaves() throws Exception {
    CountDownLatch listens = new CountDownLatch(1);
    listen(listens, new CountDownLatch(1));
    server.on("DELETE /request/r-1", 200, running(2, "null"));
    CompletableFuture<Result> running = shell.begin("start", file, "--wait");
    assertThat(listens.await(30, TimeUnit.SECONDS)).isTrue();
    shell.end.raise();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> shell.err().contains("cancelling the request; once more leaves at once\n"));
    assertThat(running).isNotDone();
    shell.end.raise();
    assertThat(result(running).code()).isEqualTo(130);
    assertThat(server.count("DELETE /request/r-1")).isEqualTo(1);
  }
}
