package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what somebody asks for, and the parts of a request that somebody writes. */
public final class RequestReader {
  /** So many jobs a request has at most. */
  public static final int MOST_JOBS = 1_000;

  private static final int LONGEST_NAME = 200;
  private static final List<String> ASKED =
      List.of(
          RequestParts.REQUESTER, RequestParts.RUN_LIST, RequestParts.PROGRAM, RequestParts.OUTPUT);

  /** The last four are what an answer has besides; nobody can set them. */
  private static final List<String> ENTRY =
      List.of("name", "args", "output", "run", "worker", "started_at", "ended_at");

  private RequestReader() {}

  /**
   * Reads a request.
   *
   * @param id a new one
   * @throws UsageException if it is none, or names jobs or arguments that there are not
   */
  public static Request asked(String id, JsonNode body, RequestJobs definitions, Instant now) {
    ObjectNode fields = object("the body", body, "{\"requester\": …, \"run_list\": […], …}");
    requireKnown("the body", fields, ASKED);
    String requester = requester(required(fields, RequestParts.REQUESTER));
    List<RequestEntry> jobs = new ArrayList<>();
    JsonNode list = list(RequestParts.RUN_LIST, required(fields, RequestParts.RUN_LIST));
    if (list.isEmpty()) {
      throw new UsageException("run_list is empty: write one job at least");
    }
    for (int i = 0; i < list.size(); i++) {
      RequestEntry entry = entry(RequestParts.RUN_LIST + "[" + i + "]", list.get(i));
      checkLeft(entry, definitions);
      jobs.add(entry);
    }
    JsonNode program = required(fields, RequestParts.PROGRAM);
    ObjectNode output = output(fields.get(RequestParts.OUTPUT));
    Request request =
        Request.asked(id, requester, program.isNull() ? null : program, jobs, output, now);
    // Nothing but the asker gives anything to the first job.
    ObjectNode first = jobs.get(0).args().deepCopy();
    if (output != null) {
      first.setAll(output.deepCopy());
    }
    definitions.check(jobs.get(0).name(), first, true);
    return request;
  }

  /** Whether a job that is left can be carried out, as far as one can tell now. */
  static void checkLeft(RequestEntry entry, RequestJobs definitions) {
    definitions.checkNames(entry.name(), entry.args());
    definitions.check(entry.name(), entry.args(), false);
  }

  static JsonNode required(ObjectNode fields, String name) {
    JsonNode value = fields.get(name);
    if (value == null) {
      throw new UsageException("the body has no field '" + name + "': write it");
    }
    return value;
  }

  static String requester(JsonNode value) {
    return name(RequestParts.REQUESTER, value);
  }

  static String name(String field, JsonNode value) {
    String text = value.isTextual() ? value.asText() : "";
    if (text.isBlank()
        || text.length() > LONGEST_NAME
        || text.chars().anyMatch(Character::isISOControl)) {
      throw new UsageException(
          field
              + " is "
              + shown(value)
              + ": write one line of text, of at most "
              + LONGEST_NAME
              + " characters");
    }
    return text;
  }

  static JsonNode list(String field, JsonNode value) {
    if (!value.isArray()) {
      throw new UsageException(
          field + " is " + shown(value) + ": write a list, [{\"name\": …}, …]");
    }
    if (value.size() > MOST_JOBS) {
      throw new UsageException(
          field + " has " + value.size() + " jobs: write at most " + MOST_JOBS);
    }
    return value;
  }

  static RequestEntry entry(String field, JsonNode value) {
    ObjectNode fields = object(field, value, "{\"name\": \"…\", \"args\": {…}}");
    requireKnown(field, fields, ENTRY);
    JsonNode name = fields.get("name");
    if (name == null) {
      throw new UsageException(field + " has no field 'name': write the name of a job");
    }
    JsonNode args = fields.get("args");
    return new RequestEntry(
        name(field + ".name", name),
        args == null || args.isNull()
            ? Request.nothing()
            : object(field + ".args", args, "{\"NAME\": …}"),
        object(fields, "output", field + ".output"),
        null,
        null,
        null,
        null);
  }

  private static @Nullable ObjectNode object(ObjectNode fields, String name, String field) {
    JsonNode value = fields.get(name);
    return value == null || value.isNull() ? null : object(field, value, "{…}, or null");
  }

  static @Nullable ObjectNode output(@Nullable JsonNode value) {
    return value == null || value.isNull()
        ? null
        : object(RequestParts.OUTPUT, value, "{\"file\": …}, or null");
  }

  static ObjectNode object(String field, JsonNode value, String example) {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw new UsageException(field + " is " + shown(value) + ": write an object, " + example);
  }

  static void requireKnown(String where, ObjectNode fields, List<String> known) {
    fields
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                String brief = RequestJobs.shown(name);
                throw new UsageException(
                    where
                        + " has a field '"
                        + brief
                        + "'"
                        + NearestName.hint(
                            brief, known, ": it may have " + String.join(", ", known)));
              }
            });
  }

  static String shown(JsonNode value) {
    return switch (value.getNodeType()) {
      case MISSING -> "missing";
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      default -> RequestJobs.shown(value.toString());
    };
  }
}
