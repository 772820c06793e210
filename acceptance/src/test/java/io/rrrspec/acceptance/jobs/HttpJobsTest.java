package io.rrrspec.acceptance.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rrrspec.common.queue.Job;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Requests that become jobs, with a real server, worker and target. */
class HttpJobsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final CountDownLatch answerLate = new CountDownLatch(1);
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer target;

  @BeforeEach
  void target() throws IOException {
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    target.setExecutor(Executors.newCachedThreadPool());
    target.createContext("/", this::serve);
    target.start();
  }

  @AfterEach
  void end() {
    answerLate.countDown();
    target.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    seen.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + " "
            + exchange.getRequestHeaders().getFirst("X-Order")
            + " "
            + exchange.getRequestHeaders().getFirst("Te"));
    if (exchange.getRequestURI().getPath().endsWith("/hang")) {
      try {
        answerLate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (exchange.getRequestURI().getPath().endsWith("/large")) {
      body = new byte[1024 * 1024 + 1];
    }
    exchange.getResponseHeaders().add("X-Kept", "one");
    exchange.getResponseHeaders().add("X-Kept", "two");
    exchange.getResponseHeaders().add("Content-Type", "application/x-test");
    exchange.sendResponseHeaders(201, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** The settings that docs/http-jobs.md shows, with ports that are free here. */
  private JobFleet fleet(String more) throws IOException {
    Matcher block =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Checkout.root().resolve("docs/http-jobs.md")));
    assertThat(block.find()).isTrue();
    String example =
        block
            .group(1)
            .replaceFirst("http_jobs_port: \\d+", "http_jobs_port: 0")
            .replace("127.0.0.1:9000", "127.0.0.1:" + target.getAddress().getPort());
    JobFleet fleet = new JobFleet(redis, directory, example + more);
    fleet.queues(setup -> setup.create("checkouts").create("general"));
    return fleet;
  }

  private HttpResponse<byte[]> send(int port, HttpRequest.Builder request, String path)
      throws IOException, InterruptedException {
    return client.send(
        request.uri(URI.create("http://127.0.0.1:" + port + path)).build(),
        BodyHandlers.ofByteArray());
  }

  private static HttpRequest.Builder post(byte[] body) {
    return HttpRequest.newBuilder().POST(BodyPublishers.ofByteArray(body));
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @Test
  void aRequestIsCarriedOutByAWorkerAndTheAnswerComesBack() throws Exception {
    try (JobFleet fleet = fleet("")) {
      int port = JobFleet.port(fleet.server());
      fleet.worker("one");
      byte[] body = new byte[1024 * 1024];
      Arrays.fill(body, (byte) 0xC3);
      HttpResponse<byte[]> answer =
          send(port, post(body).header("X-Order", "7"), "/checkout/a%20b?x=1&y=%26");
      assertThat(answer.statusCode()).as(text(answer)).isEqualTo(201);
      assertThat(answer.body()).isEqualTo(body);
      assertThat(answer.headers().allValues("X-Kept")).containsExactly("one", "two");
      assertThat(answer.headers().allValues("Content-Type")).containsExactly("application/x-test");
      assertThat(seen).containsExactly("POST /shop/checkout/a%20b?x=1&y=%26 7 null");
      Job job = fleet.awaitStatus(1, Job.Status.SUCCEEDED);
      assertThat(job.module()).isEqualTo(Job.HTTP);
      assertThat(fleet.stores.tasksets().queue(job.taskset())).isEqualTo("checkouts");

      HttpResponse<byte[]> other = send(port, HttpRequest.newBuilder().GET(), "/other");
      assertThat(other.statusCode()).as(text(other)).isEqualTo(201);
      assertThat(fleet.stores.tasksets().queue(fleet.job(2).taskset())).isEqualTo("general");

      HttpResponse<byte[]> large = send(port, post(new byte[0]), "/checkout/large");
      assertThat(large.statusCode()).isEqualTo(502);
      assertThat(text(large)).isEqualTo("the body of the answer is longer than 1048576 bytes\n");
      HttpResponse<byte[]> tooMuch = send(port, post(new byte[1024 * 1024 + 1]), "/checkout");
      assertThat(tooMuch.statusCode()).isEqualTo(413);
      HttpResponse<byte[]> out = send(port, HttpRequest.newBuilder(), "/checkout/..%2fadmin");
      assertThat(out.statusCode()).isBetween(400, 404);
      assertThat(fleet.stores.jobs().find(4)).as("of none was a job made").isEmpty();
      Awaitility.await()
          .atMost(JobFleet.LIMIT)
          .until(() -> redis.connection().commands().keys("*:request").isEmpty());
      assertThat(redis.connection().commands().keys("*:answer")).isEmpty();
    }
  }

  @Test
  void aRequestThatIsNotRepeatableIsSentOnceWhenItsWorkerIsKilled() throws Exception {
    try (JobFleet fleet = fleet("")) {
      int port = JobFleet.port(fleet.server());
      DaemonProcess one = fleet.worker("one");
      CompletableFuture<HttpResponse<byte[]>> answer =
          client.sendAsync(
              post(new byte[3])
                  .uri(URI.create("http://127.0.0.1:" + port + "/checkout/hang"))
                  .build(),
              BodyHandlers.ofByteArray());
      Awaitility.await().atMost(JobFleet.LIMIT).until(() -> !seen.isEmpty());
      one.kill();
      fleet.worker("two");
      HttpResponse<byte[]> lost = answer.get();
      assertThat(lost.statusCode()).as(text(lost)).isEqualTo(502);
      assertThat(text(lost)).startsWith("no answer: ").hasLineCount(1);
      assertThat(seen).hasSize(1);
      fleet.awaitStatus(1, Job.Status.FAILED);
    }
  }

  @Test
  void whoWaitsTooLongOrGoesAwayHasItsJobCancelledAndOneTooManyIsRefused() throws Exception {
    try (JobFleet fleet = fleet("http_jobs_waiting: 1\nhttp_jobs_timeout_sec: 5\n")) {
      int port = JobFleet.port(fleet.server());
      CompletableFuture<HttpResponse<byte[]>> first =
          client.sendAsync(
              post(new byte[3]).uri(URI.create("http://127.0.0.1:" + port + "/checkout")).build(),
              BodyHandlers.ofByteArray());
      Awaitility.await()
          .atMost(JobFleet.LIMIT)
          .until(() -> fleet.stores.jobs().find(1).isPresent());
      HttpResponse<byte[]> second = send(port, HttpRequest.newBuilder(), "/checkout");
      assertThat(second.statusCode()).isEqualTo(503);
      assertThat(second.headers().firstValue("Retry-After")).contains("1");
      assertThat(text(second)).isEqualTo("1 requests wait already (http_jobs_waiting)\n");
      HttpResponse<byte[]> late = first.get();
      assertThat(late.statusCode()).isEqualTo(504);
      assertThat(text(late)).isEqualTo("no answer within 5 s\n");
      fleet.awaitStatus(1, Job.Status.CANCELLED);

      try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), port)) {
        caller
            .getOutputStream()
            .write(
                "GET /other HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        Awaitility.await()
            .atMost(JobFleet.LIMIT)
            .until(() -> fleet.stores.jobs().find(2).isPresent());
        assertThat(fleet.job(2).status()).isEqualTo(Job.Status.WAITING);
      }
      fleet.awaitStatus(2, Job.Status.CANCELLED);
      assertThat(seen).isEmpty();
      assertThat(fleet.stores.jobs().waitingNumbers(0)).isEmpty();
    }
  }
}
