package io.rrrspec.client.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Setting;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What answers over HTTP: a server, or the viewer. Redirects are not followed. */
final class RequestServer {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  /** A request with 1,000 outputs of 64 KiB is a little larger than that; nobody reads those. */
  private static final int MOST_BYTES = 64 << 20;

  private static final int LONGEST_ERROR = 500;

  private final String what;
  private final String base;
  private final String setting;
  private final String origin;
  private final String token;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();

  private RequestServer(String what, URI base, Setting<URI> setting, Settings settings) {
    this.what = what;
    this.base = base.toString().replaceFirst("(?<!/)/++$", "");
    this.setting = setting.key();
    this.origin = settings.origin(setting);
    this.token = settings.get(SettingsTable.TOKEN);
    if (!token.isEmpty()
        && settings.isOfProject(setting)
        && !settings.isOfProject(SettingsTable.TOKEN)) {
      throw new UsageException(
          setting
              + " comes from the file of this directory, and the token does not, so it is not sent"
              + " there: set "
              + setting.variable()
              + ", or name the file with -c if you trust it"
              + origin);
    }
    if (!token.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new UsageException(
          "token has characters that HTTP does not carry: use letters, digits and signs of ASCII");
    }
  }

  /**
   * The server of the settings.
   *
   * @throws UsageException if nobody can know where it is
   */
  static RequestServer of(Settings settings) {
    SharedSettings shared = SharedSettings.of(settings);
    URI url = settings.find(SettingsTable.SERVER_URL);
    if (url == null && shared.httpPort() == 0) {
      throw new UsageException(
          "http_port is 0, so that the server's port is not known: set server_url");
    }
    return new RequestServer(
        "server",
        url == null ? URI.create("http://127.0.0.1:" + shared.httpPort()) : url,
        SettingsTable.SERVER_URL,
        settings);
  }

  /** The viewer of the settings; null if they do not say where it is. */
  static @Nullable RequestServer viewer(Settings settings) {
    SharedSettings shared = SharedSettings.of(settings);
    return settings.find(SettingsTable.WEB_BASE) == null
        ? null
        : new RequestServer("viewer", shared.webBase(), SettingsTable.WEB_BASE, settings);
  }

  /**
   * An answer.
   *
   * @param status of HTTP
   * @param body as JSON; missing if it is none
   */
  record Answer(int status, JsonNode body) {
    /** What went wrong, in one line fit for a terminal; empty: it does not say. */
    String error() {
      String text = body.path("error").asText("");
      return PlainText.cut(PlainText.line(text), LONGEST_ERROR, "…");
    }
  }

  /** Where it is, for people. */
  String address() {
    return "the " + what + " at " + PlainText.line(base);
  }

  /**
   * Asks.
   *
   * @param path with what follows it, encoded
   * @param body null: none
   * @throws ServiceException if nothing answers
   */
  Answer ask(String method, String path, @Nullable JsonNode body) {
    HttpRequest.Builder request = request(path).header("Accept", "application/json");
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    return exchange(
        request
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
            .build(),
        this::answer);
  }

  /**
   * Opens a stream of events.
   *
   * @param after the id of the last event that is known; empty: none is
   * @return empty if it answers something else
   * @throws ServiceException if nothing answers
   */
  Optional<RequestEvents> events(String path, String after) {
    HttpRequest.Builder request = request(path).header("Accept", "text/event-stream");
    if (!after.isEmpty()) {
      request.header("Last-Event-ID", after);
    }
    return exchange(request.GET().build(), RequestServer::stream).map(RequestEvents::of);
  }

  private static Optional<InputStream> stream(HttpResponse<InputStream> response) {
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (response.statusCode() == 200 && type.startsWith("text/event-stream")) {
      return Optional.of(response.body());
    }
    close(response.body());
    return Optional.empty();
  }

  private Answer answer(HttpResponse<InputStream> response) {
    try (InputStream in = response.body()) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new ServiceException("the answer of " + address() + " has more than 64 MiB");
      }
      return new Answer(response.statusCode(), json(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode json(byte[] bytes) {
    try {
      return JsonText.parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      // Whoever needs it sees that it is missing: it is not a server of ours.
      return MissingNode.getInstance();
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  /** Reads under the time-out, too; the client's own ends with the headers. */
  private <T> T exchange(HttpRequest request, Function<HttpResponse<InputStream>, T> reader) {
    CompletableFuture<HttpResponse<InputStream>> sent =
        client.sendAsync(request, BodyHandlers.ofInputStream());
    try {
      return sent.thenApplyAsync(reader).get(ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      giveUp(sent);
      throw failed(e.getCause());
    } catch (TimeoutException e) {
      giveUp(sent);
      throw failed(e);
    } catch (InterruptedException e) {
      giveUp(sent);
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while waiting for " + address(), e);
    }
  }

  private static void giveUp(CompletableFuture<HttpResponse<InputStream>> sent) {
    sent.cancel(true);
    if (sent.isDone() && !sent.isCompletedExceptionally()) {
      close(sent.join().body());
    }
  }

  private static void close(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RrrspecException failed(@Nullable Throwable cause) {
    Throwable why = cause instanceof UncheckedIOException wrapped ? wrapped.getCause() : cause;
    if (why instanceof RrrspecException ours) {
      return ours;
    }
    if (why instanceof Error error) {
      throw error;
    }
    return new ServiceException(
        "no "
            + what
            + " answers at "
            + PlainText.line(base)
            + " ("
            + reason(why)
            + "): start it, or correct `"
            + setting
            + "`"
            + origin,
        why);
  }

  private static String reason(@Nullable Throwable why) {
    if (why instanceof HttpTimeoutException || why instanceof TimeoutException) {
      return "nothing came in time";
    }
    if (why != null && why.getCause() instanceof UnresolvedAddressException) {
      return "the host is unknown";
    }
    String message = why == null ? null : why.getMessage();
    if (message == null) {
      return why instanceof ConnectException
          ? "the connection was refused"
          : "the connection was lost";
    }
    return PlainText.cut(PlainText.line(message), LONGEST_ERROR, "…");
  }

  /**
   * What an answer means that is none to the question.
   *
   * @param about what the mistake is in, for a request that has one; empty: nothing to name
   */
  RrrspecException refused(Answer answer, String about) {
    String error = answer.error();
    if (error.isEmpty()) {
      return new ServiceException(
          address()
              + " answers with status "
              + answer.status()
              + " and not as a "
              + what
              + " with requests does: correct `"
              + setting
              + "`, or upgrade it"
              + origin);
    }
    return switch (answer.status()) {
      case 400, 413 -> new UsageException(about.isEmpty() ? error : about + ": " + error);
      case 401, 403, 404, 405, 409 -> new UsageException(address() + " refuses: " + error);
      default -> new ServiceException(address() + " does not serve: " + error);
    };
  }
}
