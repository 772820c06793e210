package io.rrrspec.common.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A flow that a server is to start: what a client does for a person, it has a client do. A task of
 * its own carries it, until the flow is there.
 *
 * @param id of the flow
 * @param file how messages name its file
 * @param text of its file; null: the file is on the host that starts it
 * @param variables their values
 * @param sources the directory on the server's host; null: it needs none
 * @param user in whose name
 */
public record FlowOrder(
    String id,
    String file,
    @Nullable String text,
    Map<String, String> variables,
    @Nullable String sources,
    String user) {
  private static final String PREFIX = "start-";

  public FlowOrder {
    variables = Map.copyOf(variables);
  }

  /** The id of the task that starts a flow. */
  public static String taskOf(String flow) {
    return PREFIX + flow;
  }

  /** Whether a task of this id starts a flow. */
  public static boolean isOrder(String task) {
    return task.startsWith(PREFIX);
  }

  /** The id of the flow for which a task is shown: its own, or that which it starts. */
  public static String flowOf(String task) {
    return isOrder(task) ? task.substring(PREFIX.length()) : task;
  }

  /**
   * The task that carries it.
   *
   * @param type which servers of the right host carry out
   * @param title what the flow is called until it is there
   */
  public FlowStep task(String type, String pool, String title, long now) {
    ObjectNode order =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id)
            .put("file", file)
            .put("text", text)
            .put("sources", sources)
            .put("user", user);
    ObjectNode values = order.putObject("variables");
    variables.forEach(values::put);
    return FlowStep.task(type, order)
        .inPool(pool)
        .withId(taskOf(id))
        .with("title", title)
        .with("user", user)
        .with("started_ms", now);
  }

  /** What a task carries; empty if it is no such task. */
  public static Optional<FlowOrder> of(FlowState task) {
    if (!isOrder(task.id()) || task.args().isEmpty()) {
      return Optional.empty();
    }
    JsonNode order = task.args().get(0);
    Map<String, String> variables = new LinkedHashMap<>();
    order
        .path("variables")
        .properties()
        .forEach(entry -> variables.put(entry.getKey(), entry.getValue().asText()));
    return Optional.of(
        new FlowOrder(
            order.path("id").asText(),
            order.path("file").asText(),
            order.path("text").isTextual() ? order.path("text").asText() : null,
            variables,
            order.path("sources").isTextual() ? order.path("sources").asText() : null,
            order.path("user").asText()));
  }
}
