package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.HttpExchange;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Header;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends one HTTP request at a time. A 2xx answer is a pass; redirects are not followed. After the
 * soft limit the exchange is ended.
 */
public final class HttpRunner implements TaskRunner {
  /** The class under which a request is reported; its name is the task's text. */
  public static final String CLASS_NAME = "http";

  private static final int MAX_NAME = 1024;
  private static final int MAX_REASON = 200;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  /** What the client makes by itself, or does not let anybody set. */
  private static final Set<String> NOT_OURS = Set.of("host", "content-length", "expect");

  static {
    // A connection that is kept may be closed by the other side when the next request goes out, and
    // that one must not be sent a second time.
    System.setProperty("jdk.httpclient.keepalive.timeout", "0");
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection");
  }

  /** Somebody who waits for the answer, and has said what is sent. */
  public interface Caller {
    /** What is sent instead of what the task's text says; null: nothing else. */
    @Nullable Request request();

    /** Takes the answer. */
    void answer(Answer answer);
  }

  private final Caller caller;
  private HttpClient client = newClient();

  private static HttpClient newClient() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  /** Makes one that asks for each task whether somebody waits. */
  public HttpRunner(Caller caller) {
    this.caller = caller;
  }

  @Override
  public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits) {
    if (part != null) {
      throw new IllegalArgumentException("a request has no parts: " + specFile);
    }
    return run(specFile, limits);
  }

  /** Sends the request of a task. */
  public TrialResult run(String specFile, TimeLimits limits) {
    long start = System.nanoTime();
    Request told = caller.request();
    Exchange outcome = exchange(specFile, told, limits);
    if (told != null) {
      caller.answer(outcome.answer());
    }
    return outcome.result(specFile, (System.nanoTime() - start) / 1_000_000);
  }

  /**
   * What came of an exchange.
   *
   * @param answer what the caller gets
   * @param head status line and headers as they came; empty if nothing came
   * @param body the body, bounded for the report
   * @param reason why it failed, or null
   * @param late whether a time-out ended it
   */
  private record Exchange(
      Answer answer, String head, String body, @Nullable String reason, boolean late) {
    static Exchange none(int status, String reason, boolean late) {
      return new Exchange(
          new Answer(
              status,
              List.of(new Header("content-type", "text/plain; charset=utf-8")),
              (reason + "\n").getBytes(StandardCharsets.UTF_8)),
          "",
          "",
          reason,
          late);
    }

    TrialResult result(String specFile, long millis) {
      TrialStatus status =
          late ? TrialStatus.TIMEOUT : reason == null ? TrialStatus.PASSED : TrialStatus.FAILED;
      CaseResult only =
          new CaseResult(
              CLASS_NAME,
              BoundedText.cut(specFile, MAX_NAME),
              late ? Outcome.ERROR : reason == null ? Outcome.PASSED : Outcome.FAILED,
              millis,
              reason,
              null,
              null);
      boolean passed = status == TrialStatus.PASSED;
      return new TrialResult(
          status, head + body, "", passed ? 1 : 0, 0, passed ? 0 : 1, List.of(only), reason, 0);
    }
  }

  private Exchange exchange(String specFile, @Nullable Request told, TimeLimits limits) {
    HttpRequest request;
    try {
      request = request(told == null ? HttpTask.parse(specFile) : HttpTask.checked(told));
    } catch (UsageException e) {
      return Exchange.none(BAD_GATEWAY, String.valueOf(e.getMessage()), false);
    } catch (IllegalArgumentException e) {
      return Exchange.none(BAD_GATEWAY, "cannot be sent: " + e.getMessage(), false);
    }
    int most = told == null ? Integer.MAX_VALUE : HttpExchange.MOST_BODY;
    CompletableFuture<HttpResponse<BoundedBody>> coming =
        client.sendAsync(request, head -> new BoundedBody.Reader(most));
    boolean closed = false;
    try {
      HttpResponse<BoundedBody> response =
          coming.get(limits.soft().toMillis(), TimeUnit.MILLISECONDS);
      closed =
          response.headers().allValues("Connection").stream().anyMatch("close"::equalsIgnoreCase);
      return outcome(response);
    } catch (ExecutionException e) {
      return Exchange.none(BAD_GATEWAY, whyNot(request.uri(), e.getCause()), false);
    } catch (TimeoutException e) {
      String late = "took longer than " + limits.soft().toMillis() / 1000.0 + " s and was ended";
      return Exchange.none(GATEWAY_TIMEOUT, late, true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Exchange.none(BAD_GATEWAY, "was ended since its slave ends", true);
    } finally {
      boolean unused = coming.cancel(true);
      if (!closed) {
        // It keeps the connection for a moment, whatever the setting says.
        client = newClient();
      }
    }
  }

  private static HttpRequest request(Request from) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(from.url()))
            .method(
                from.method(),
                from.body().length == 0
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(from.body()));
    for (Header header : from.headers()) {
      if (!NOT_OURS.contains(header.name().toLowerCase(Locale.ROOT))) {
        request.header(header.name(), header.value());
      }
    }
    return request.header("Connection", "close").build();
  }

  private static Exchange outcome(HttpResponse<BoundedBody> response) {
    int status = response.statusCode();
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append('\n');
    List<Header> headers = new ArrayList<>();
    response
        .headers()
        .map()
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> {
                      headers.add(new Header(name, value));
                      head.append(name).append(": ").append(value).append('\n');
                    }));
    head.append('\n');
    BoundedBody body = response.body();
    String shown = BoundedText.cut(head.toString(), OutputCapture.DEFAULT_HALF);
    if (body.isCutOff()) {
      String why = "the body of the answer is longer than " + HttpExchange.MOST_BODY + " bytes";
      Exchange none = Exchange.none(BAD_GATEWAY, why, false);
      return new Exchange(none.answer(), shown, body.text(), why, false);
    }
    String reason =
        status >= 200 && status < 300 ? null : ("HTTP " + status + " " + firstLine(body)).strip();
    return new Exchange(
        new Answer(status, headers, body.bytes()), shown, body.text(), reason, false);
  }

  private static String firstLine(BoundedBody body) {
    String line =
        body.text().lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst().orElse("");
    return BoundedText.cut(line.replaceAll("\\p{Cntrl}", "?"), MAX_REASON);
  }

  private static String whyNot(URI uri, @Nullable Throwable cause) {
    String where = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    for (Throwable e = cause; e != null; e = e.getCause()) {
      if (e instanceof UnresolvedAddressException) {
        return "cannot reach " + where + ": no such host";
      }
    }
    if (cause instanceof ConnectException) {
      String message = cause.getMessage();
      return "cannot reach "
          + where
          + ": "
          + (message == null ? "the connection was refused" : message);
    }
    String why = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return where
        + " gave no answer"
        + BoundedText.cut(why.replaceAll("\\p{Cntrl}", "?"), MAX_REASON);
  }

  @Override
  public boolean reusable() {
    return true;
  }

  @Override
  public void close() {
    // The client ends with its last reference.
  }
}
