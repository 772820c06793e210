package io.rrrspec.client.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.client.request.RequestServer.Answer;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.request.RequestState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The routes for requests of a server, and of the viewer for those that it has forgotten. */
final class RequestApi {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,100}");

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final RequestServer server;
  private final @Nullable RequestServer viewer;

  RequestApi(Settings settings) {
    this.server = RequestServer.of(settings);
    this.viewer = RequestServer.viewer(settings);
  }

  /** A page of a list, the newest request first. */
  record Listed(List<JsonNode> requests, long total) {}

  /**
   * An id as somebody wrote it.
   *
   * @throws UsageException if it cannot be one
   */
  static String checked(String id) {
    if (!ID.matcher(id).matches()) {
      throw new UsageException(
          "ID is '" + id + "': write the id of a request, as `request start` prints it");
    }
    return id;
  }

  /**
   * Asks for a request, and returns its id.
   *
   * @param file where it stands, for messages
   */
  String start(JsonNode body, String file) {
    Answer answer = server.ask("POST", "/request", body);
    String id = RequestText.text(answer.body(), "id");
    if (answer.status() != 303 || !ID.matcher(id).matches()) {
      throw server.refused(answer, file);
    }
    return id;
  }

  /** A request; empty if the server does not know it. */
  Optional<JsonNode> find(String id) {
    return found(server, server.ask("GET", path(id), null));
  }

  /** A request that the server does not know, as the viewer has it. */
  Optional<JsonNode> findPast(String id) {
    return viewer == null
        ? Optional.empty()
        : found(viewer, viewer.ask("GET", "/v2/requests/" + id, null));
  }

  private static Optional<JsonNode> found(RequestServer place, Answer answer) {
    if (answer.status() == NOT_FOUND && !answer.error().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(request(place, answer));
  }

  private static JsonNode request(RequestServer place, Answer answer) {
    if (answer.status() != 200 || !answer.body().hasNonNull("state")) {
      throw place.refused(answer, "");
    }
    return answer.body();
  }

  /**
   * Cancels a request.
   *
   * @return why not, if it is over
   * @throws UsageException if there is none
   */
  Optional<String> cancel(String id) {
    Answer answer = server.ask("DELETE", path(id), null);
    if (answer.status() == CONFLICT && !answer.error().isEmpty()) {
      return Optional.of(answer.error());
    }
    known(answer, id);
    return Optional.empty();
  }

  /**
   * Goes on with a request that has failed, and returns it.
   *
   * @throws UsageException if there is none, or it has not failed
   */
  JsonNode retry(String id) {
    Answer answer = server.ask("POST", path(id) + "/retry", null);
    if (answer.status() == CONFLICT && !answer.error().isEmpty()) {
      throw new UsageException(answer.error());
    }
    return known(answer, id);
  }

  private JsonNode known(Answer answer, String id) {
    return found(server, answer).orElseThrow(() -> unknown(id));
  }

  /** What is said of a request that is not there. */
  UsageException unknown(String id) {
    return new UsageException(
        "there is no request "
            + id
            + ": it never was, or it ended more than three days ago"
            + (viewer == null ? ", when only the viewer of web_base knows it" : "")
            + "; `request list` lists them");
  }

  /**
   * The newest requests.
   *
   * @param state only those; null: all
   * @param most how many
   */
  Listed list(@Nullable RequestState state, int most) {
    List<JsonNode> requests = new ArrayList<>();
    int page = 1;
    while (true) {
      String query = "?page=" + page + (state == null ? "" : "&state=" + state.text());
      Answer answer = server.ask("GET", "/request" + query, null);
      JsonNode listed = answer.body().path("requests");
      if (answer.status() != 200 || !listed.isArray()) {
        throw server.refused(answer, "");
      }
      listed.forEach(requests::add);
      page++;
      if (listed.isEmpty()
          || requests.size() >= most
          || page > answer.body().path("pages").asInt()) {
        return new Listed(
            requests.subList(0, Math.min(most, requests.size())),
            answer.body().path("total").asLong());
      }
    }
  }

  /**
   * The events of a request.
   *
   * @param after the id of the last one that is known; empty: none is
   * @return empty if the server does not tell them now
   * @throws ServiceException if nothing answers
   */
  Optional<RequestEvents> events(String id, String after) {
    return server.events(path(id) + "/events", after);
  }

  private static String path(String id) {
    return "/request/" + id;
  }
}
