package io.rrrspec.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queues and jobs as JSON. */
final class JsonAnswer {
  private static final ObjectMapper json = new ObjectMapper();

  private JsonAnswer() {}

  static void send(Context ctx, Object value) {
    try {
      ctx.contentType("application/json").result(json.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are always JSON", e);
    }
  }

  static Map<String, Object> queue(QueueSetup setup, Queue queue, long waiting) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", queue.name());
    fields.put("also", queue.formerNames());
    fields.put("group", queue.group());
    fields.put("priority", queue.priority());
    fields.put("strict", setup.strictGroups().contains(queue.group()));
    fields.put("rate", queue.rate().text());
    fields.put("ceil", queue.ceil().text());
    fields.put("discipline", queue.discipline().text());
    fields.put("waiting", waiting);
    return fields;
  }

  /** A field that is not known yet is null. */
  static Map<String, @Nullable Object> job(Job job, @Nullable String queue) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", job.number());
    fields.put("status", job.status().text());
    fields.put("queue", queue);
    fields.put("user", job.user());
    fields.put("queued_at", time(job.queuedAt()));
    fields.put("admitted_at", time(job.admittedAt()));
    fields.put("ended_at", time(job.endedAt()));
    fields.put("run", job.admittedAt() == null ? null : job.run());
    fields.put("reason", job.reason());
    fields.put("module", job.module());
    fields.put("job", job.text());
    return fields;
  }

  private static @Nullable String time(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }
}
