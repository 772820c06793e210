package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Requests as JSON: as everybody sees them, for lists, and whole, for Redis and SQL. */
public final class RequestJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** So many names of jobs a list has of each request. */
  private static final int MOST_NAMES = 50;

  /** A larger program is left out of lists. */
  private static final int MOST_PROGRAM = 2_000;

  private RequestJson() {}

  /** As everybody sees it; a field without a value is null. */
  public static ObjectNode shown(Request request) {
    ObjectNode fields = JSON.objectNode();
    fields.put("id", request.id());
    fields.put("state", request.state().text());
    fields.put(RequestParts.REQUESTER, request.requester());
    fields.put(RequestParts.RUNNING_JOB, request.runningJob());
    fields.set(RequestParts.RUN_LIST, entries(request.runList()));
    fields.set(RequestParts.RAN_LIST, entries(request.ranList()));
    set(fields, RequestParts.RUN_ARGS, request.runArgs());
    fields.put(RequestParts.WORKER, request.worker());
    fields.put("last_updated", request.updatedAt().toString());
    set(fields, RequestParts.PROGRAM, request.program());
    set(fields, RequestParts.OUTPUT, request.output());
    fields.put("reason", request.reason());
    fields.put("created_at", request.createdAt().toString());
    fields.put("ended_at", text(request.endedAt()));
    fields.put("version", request.version());
    CurrentJob job = request.current();
    if (job == null) {
      fields.putNull("job");
    } else {
      fields
          .putObject("job")
          .put("name", job.entry().name())
          .put("queue", job.queue())
          .put("trial", job.trial())
          .put("queued_at", job.queuedAt().toString())
          .put("started_at", text(job.startedAt()))
          .put("run", job.run());
    }
    return fields;
  }

  /** One part of it; null: it has none. */
  public static @Nullable JsonNode part(Request request, String part) {
    JsonNode value = shown(request).get(part);
    return value == null || value.isNull() ? null : value;
  }

  /** For a list: without what may be large. */
  public static ObjectNode brief(Request request) {
    ObjectNode fields = JSON.objectNode();
    fields.put("id", request.id());
    fields.put("state", request.state().text());
    fields.put(RequestParts.REQUESTER, request.requester());
    fields.put(RequestParts.RUNNING_JOB, request.runningJob());
    List<RequestEntry> ran = request.ranList();
    fields.set(
        RequestParts.RAN_LIST,
        names(ran.subList(Math.max(0, ran.size() - MOST_NAMES), ran.size())));
    List<RequestEntry> left = request.runList();
    fields.set(RequestParts.RUN_LIST, names(left.subList(0, Math.min(MOST_NAMES, left.size()))));
    fields.put("done", ran.size());
    fields.put("left", left.size());
    fields.put(RequestParts.WORKER, request.worker());
    JsonNode program = request.program();
    set(
        fields,
        RequestParts.PROGRAM,
        program != null && JsonText.of(program).length() > MOST_PROGRAM ? null : program);
    fields.put("reason", request.reason());
    fields.put("created_at", request.createdAt().toString());
    fields.put("last_updated", request.updatedAt().toString());
    fields.put("ended_at", text(request.endedAt()));
    fields.put("version", request.version());
    return fields;
  }

  private static ArrayNode names(List<RequestEntry> entries) {
    ArrayNode names = JSON.arrayNode();
    entries.forEach(entry -> names.add(entry.name()));
    return names;
  }

  /** Whole, so that {@link #read} makes the same of it. */
  public static String whole(Request request) {
    ObjectNode fields = shown(request);
    fields.put("jobs", request.jobs());
    CurrentJob job = request.current();
    if (job != null) {
      ((ObjectNode) fields.get("job"))
          .put("number", job.number())
          .put("kind", job.kind().name().toLowerCase(Locale.ROOT))
          .put("listed", job.listed())
          .put("ran_before", job.ranBefore())
          .put("lease", job.lease())
          .put("leased", job.leased())
          .put("due", job.due().toString())
          .set("entry", entry(job.entry()));
    }
    return JsonText.of(fields);
  }

  /**
   * The opposite of {@link #whole}.
   *
   * @throws IllegalArgumentException if it is no request
   */
  public static Request read(String text) {
    JsonNode f = JsonText.parse(text);
    try {
      return new Request(
          required(f, "id"),
          f.path("version").asLong(),
          RequestState.of(required(f, "state")).orElseThrow(IllegalArgumentException::new),
          required(f, RequestParts.REQUESTER),
          value(f, RequestParts.PROGRAM),
          readEntries(f.path(RequestParts.RUN_LIST)),
          readEntries(f.path(RequestParts.RAN_LIST)),
          object(f, RequestParts.RUN_ARGS),
          object(f, RequestParts.OUTPUT),
          orNull(f, RequestParts.RUNNING_JOB),
          orNull(f, RequestParts.WORKER),
          orNull(f, "reason"),
          current(f.path("job")),
          f.path("jobs").asInt(),
          Instant.parse(required(f, "created_at")),
          Instant.parse(required(f, "last_updated")),
          time(f, "ended_at"));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("no request: " + e.getMessage(), e);
    }
  }

  private static @Nullable CurrentJob current(JsonNode f) {
    if (!f.isObject()) {
      return null;
    }
    return new CurrentJob(
        f.path("number").asInt(),
        readEntry(f.path("entry")),
        RequestJob.Kind.valueOf(required(f, "kind").toUpperCase(Locale.ROOT)),
        required(f, "queue"),
        f.path("trial").asInt(1),
        f.path("listed").asBoolean(),
        f.path("ran_before").asInt(),
        orNull(f, "lease"),
        f.path("leased").asBoolean(),
        orNull(f, "run"),
        Instant.parse(required(f, "queued_at")),
        time(f, "started_at"),
        Instant.parse(required(f, "due")));
  }

  private static ArrayNode entries(List<RequestEntry> entries) {
    ArrayNode list = JSON.arrayNode();
    entries.forEach(entry -> list.add(entry(entry)));
    return list;
  }

  static ObjectNode entry(RequestEntry entry) {
    ObjectNode fields = JSON.objectNode().put("name", entry.name());
    fields.set("args", entry.args());
    set(fields, "output", entry.output());
    if (entry.endedAt() != null || entry.run() != null) {
      fields
          .put("run", entry.run())
          .put("worker", entry.worker())
          .put("started_at", text(entry.startedAt()))
          .put("ended_at", text(entry.endedAt()));
    }
    return fields;
  }

  private static List<RequestEntry> readEntries(JsonNode list) {
    List<RequestEntry> entries = new ArrayList<>();
    list.forEach(entry -> entries.add(readEntry(entry)));
    return entries;
  }

  static RequestEntry readEntry(JsonNode f) {
    ObjectNode args = object(f, "args");
    return new RequestEntry(
        required(f, "name"),
        args == null ? JSON.objectNode() : args,
        object(f, "output"),
        orNull(f, "run"),
        orNull(f, "worker"),
        time(f, "started_at"),
        time(f, "ended_at"));
  }

  private static void set(ObjectNode fields, String name, @Nullable JsonNode value) {
    fields.set(name, value == null ? JSON.nullNode() : value);
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  private static @Nullable JsonNode value(JsonNode f, String name) {
    JsonNode value = f.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static @Nullable ObjectNode object(JsonNode f, String name) {
    return f.get(name) instanceof ObjectNode object ? object : null;
  }

  private static @Nullable String orNull(JsonNode f, String name) {
    JsonNode value = value(f, name);
    return value == null ? null : value.asText();
  }

  private static String required(JsonNode f, String name) {
    String text = orNull(f, name);
    if (text == null) {
      throw new IllegalArgumentException("it has no " + name);
    }
    return text;
  }

  private static @Nullable Instant time(JsonNode f, String name) {
    String text = orNull(f, name);
    return text == null ? null : Instant.parse(text);
  }
}
