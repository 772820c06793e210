package io.rrrspec.client.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.request.RequestState;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests as text for people. What servers say is untrusted: it is made harmless here. */
final class RequestText {
  private static final int LONGEST = 60;

  private RequestText() {}

  /** A request with its jobs, a line for each. */
  static String whole(JsonNode request, Style style, InstantSource clock) {
    StringBuilder text = new StringBuilder();
    text.append("request ")
        .append(line(request, "id"))
        .append(": ")
        .append(line(request, "state"))
        .append(", ")
        .append(PlainText.line(program(request.path("program"))))
        .append(", asked for by ")
        .append(line(request, "requester"))
        .append(" at ")
        .append(seconds(request, "created_at"))
        .append('\n');
    Columns table = Columns.of("STATE", "TIME", "JOB", "WORKER", "RUN", "OUTPUT");
    JsonNode job = request.path("job");
    JsonNode ran = request.path("ran_list");
    JsonNode left = request.path("run_list");
    // A worker of another implementation moves the entry before it says that the job has ended.
    boolean isMoved = job.isObject() && !text(left.path(0), "name").equals(text(job, "name"));
    for (int i = 0; i < ran.size(); i++) {
      boolean runs = isMoved && i == ran.size() - 1;
      row(table, runs ? "runs" : "succeeded", ran.get(i), runs ? job : ran.get(i), request, clock);
    }
    for (int i = 0; i < left.size(); i++) {
      boolean isCurrent = i == 0 && job.isObject() && !isMoved;
      row(table, left(request, i, isCurrent), left.get(i), isCurrent ? job : null, request, clock);
    }
    text.append(table.render(style));
    String reason = line(request, "reason");
    return reason.isEmpty() ? text.toString() : text + "reason: " + reason + "\n";
  }

  private static String left(JsonNode request, int index, boolean isCurrent) {
    if (isCurrent) {
      return isStarted(request.path("job")) ? "runs" : "waits";
    }
    String state = text(request, "state");
    if (!isOver(state)) {
      return "waits";
    }
    return index == 0 ? state : "not run";
  }

  private static void row(
      Columns table,
      String state,
      JsonNode entry,
      @Nullable JsonNode times,
      JsonNode request,
      InstantSource clock) {
    boolean runs = state.equals("runs");
    table.row(
        state,
        times == null ? "" : time(times, clock),
        text(entry, "name"),
        runs ? text(request, "worker") : text(entry, "worker"),
        runs ? text(request.path("job"), "run") : text(entry, "run"),
        brief(entry.path("output")));
  }

  private static String time(JsonNode times, InstantSource clock) {
    return instant(times, "started_at")
        .map(
            start ->
                Phrases.time(
                    Duration.between(start, instant(times, "ended_at").orElse(clock.instant()))))
        .orElse("");
  }

  /** Requests in columns. */
  static String list(List<JsonNode> requests, Style style) {
    Columns table =
        Columns.of("ID", "ASKED", "REQUESTER", "STATE", "DONE", "RUNNING_JOB", "PROGRAM");
    for (JsonNode request : requests) {
      long done = request.path("done").asLong();
      table.row(
          text(request, "id"),
          seconds(request, "created_at"),
          text(request, "requester"),
          text(request, "state"),
          done + "/" + (done + request.path("left").asLong()),
          text(request, "running_job"),
          program(request.path("program")));
    }
    return table.render(style);
  }

  private static String program(JsonNode program) {
    String name = text(program, "name");
    return name.isEmpty() ? brief(program) : brief(program.path("name"));
  }

  /** A value in brief; not yet harmless. */
  static String brief(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    String text = value.isTextual() ? value.asText() : value.toString();
    return PlainText.cut(text, LONGEST, "…");
  }

  /** A field as text, not yet harmless; empty: it has no value. */
  static String text(JsonNode object, String field) {
    JsonNode value = object.path(field);
    return value.isNull() || value.isContainerNode() ? "" : value.asText("");
  }

  private static String line(JsonNode object, String field) {
    return PlainText.line(text(object, field));
  }

  /** Whether nothing happens any more in that state. */
  static boolean isOver(String state) {
    return RequestState.of(state).map(RequestState::isOver).orElse(false);
  }

  /** Whether a job has begun. */
  static boolean isStarted(JsonNode job) {
    return job.hasNonNull("started_at");
  }

  private static String seconds(JsonNode object, String field) {
    return instant(object, field)
        .map(time -> time.truncatedTo(ChronoUnit.SECONDS).toString())
        .orElse("");
  }

  private static Optional<Instant> instant(JsonNode object, String field) {
    try {
      return Optional.of(Instant.parse(text(object, field)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
