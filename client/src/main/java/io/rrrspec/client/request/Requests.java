package io.rrrspec.client.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.request.RequestApi.Listed;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.request.RequestState;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests of a server: starts, shows, cancels, retries and lists them. */
public final class Requests {
  private static final int MOST_LISTED = 50;
  private static final Duration AWAY_AT_MOST = Duration.ofSeconds(120);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final RequestApi api;
  private final Console console;
  private final Supplier<EndRequests> end;
  private final InstantSource clock = InstantSource.system();

  /**
   * Prepares.
   *
   * @param end asked only if somebody waits
   * @throws UsageException if the settings do not say where the server is
   */
  public Requests(Settings settings, Console console, Supplier<EndRequests> end) {
    this.api = new RequestApi(settings);
    this.console = console;
    this.end = end;
  }

  /**
   * Asks for a request; its id is the answer, and, with {@code waits}, its result.
   *
   * @param file of the request; {@code -}: standard input
   * @throws UsageException if there is a mistake in it
   * @throws ServiceException if no server answers
   */
  public ExitCode start(String file, InputStream stdin, boolean waits) {
    ObjectNode body = RequestFile.read(file, stdin);
    if (!waits) {
      start(body, file);
      return ExitCode.SUCCEEDED;
    }
    EndRequests requested = end.get();
    return requested.during(
        () ->
            requested.hold() ? untilOver(start(body, file), 0, 0, requested) : ExitCode.CANCELLED);
  }

  private String start(JsonNode body, String file) {
    String id = api.start(body, file);
    console.answer(id + "\n");
    return id;
  }

  /**
   * Goes on with a request that has failed.
   *
   * @throws UsageException if it has not, or there is none
   */
  public ExitCode retry(String text, boolean waits) {
    String id = RequestApi.checked(text);
    if (!waits) {
      api.retry(id);
      return ExitCode.SUCCEEDED;
    }
    EndRequests requested = end.get();
    return requested.during(
        () -> {
          if (!requested.hold()) {
            return ExitCode.CANCELLED;
          }
          JsonNode request = api.retry(id);
          // What the request did before is told again by events, and nobody wants to hear it.
          long before = request.path("version").asLong() - 1;
          return untilOver(id, before, request.path("ran_list").size(), requested);
        });
  }

  private ExitCode untilOver(String id, long told, int ended, EndRequests requested) {
    RequestSteps steps = new RequestSteps(console::say, told, ended);
    JsonNode request =
        new RequestWait(api, id, console, requested, steps, AWAY_AT_MOST).untilOver();
    console.answer(table(request));
    return switch (RequestText.text(request, "state")) {
      case "complete" -> ExitCode.SUCCEEDED;
      case "cancelled" -> ExitCode.CANCELLED;
      default -> ExitCode.FAILED;
    };
  }

  /**
   * Prints a request; one that the server has forgotten as the viewer knows it.
   *
   * @throws UsageException if there is none
   */
  public ExitCode show(String text, boolean json) {
    String id = RequestApi.checked(text);
    JsonNode request = api.find(id).or(() -> api.findPast(id)).orElseThrow(() -> api.unknown(id));
    console.answer(json ? json(request) : table(request));
    return ExitCode.SUCCEEDED;
  }

  private String table(JsonNode request) {
    return RequestText.whole(request, console.outTerminal().style(), clock);
  }

  private static String json(JsonNode request) {
    try {
      String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(request);
      return PlainText.json(text) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was JSON cannot be written", e);
    }
  }

  /**
   * Cancels a request; one that is over stays as it is.
   *
   * @throws UsageException if there is none
   */
  public ExitCode cancel(String text) {
    Optional<String> over = api.cancel(RequestApi.checked(text));
    over.ifPresent(console::say);
    return ExitCode.SUCCEEDED;
  }

  /**
   * Lists the newest requests.
   *
   * @param state only those; null: all
   */
  public ExitCode list(@Nullable RequestState state) {
    Listed listed = api.list(state, MOST_LISTED);
    console.answer(RequestText.list(listed.requests(), console.outTerminal().style()));
    if (listed.total() > listed.requests().size()) {
      console.say("the newest " + listed.requests().size() + " of " + listed.total());
    }
    return ExitCode.SUCCEEDED;
  }
}
