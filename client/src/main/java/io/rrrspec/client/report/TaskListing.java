package io.rrrspec.client.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.source.OrderChoice;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The tasks that a run would have.
 *
 * @param order by which they are served
 * @param tasks in this order
 */
public record TaskListing(OrderChoice order, List<TaskRequest> tasks) {
  private static final int FORMAT = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public TaskListing {
    tasks = List.copyOf(tasks);
  }

  /** A line for each task with its estimate, and a line with the total. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (TaskRequest task : tasks) {
      Duration estimate = task.estimate();
      String time = estimate == null ? "?" : Phrases.time(estimate);
      text.append(String.format("%9s  %s%n", time, task.specFile()));
    }
    long unknown = tasks.size() - known();
    text.append(String.format("%n%s", Phrases.count(tasks.size(), "task")));
    text.append(known() == 0 ? "" : ", about " + Phrases.time(total()) + " of tests");
    text.append(unknown == 0 ? "" : ", " + Phrases.number(unknown) + " without an estimate");
    return text.append(System.lineSeparator()).toString();
  }

  /** One object, as docs/run-json.md describes it. */
  public String json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("order", order.kind().text());
    root.put("seed", order.kind() == OrderChoice.Kind.RANDOM ? order.seed() : null);
    ArrayNode list = root.putArray("task_list");
    for (TaskRequest task : tasks) {
      ObjectNode one = list.addObject();
      Duration estimate = task.estimate();
      one.put("spec_file", task.specFile());
      one.put("estimate_ms", estimate == null ? null : estimate.toMillis());
    }
    ObjectNode total = root.putObject("total");
    total.put("tasks", tasks.size());
    total.put("without_estimate", tasks.size() - known());
    total.put("estimate_ms", total().toMillis());
    try {
      return JSON.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a list is always JSON", e);
    }
  }

  private long known() {
    return tasks.stream().filter(task -> task.estimate() != null).count();
  }

  private Duration total() {
    return tasks.stream()
        .map(TaskRequest::estimate)
        .filter(Objects::nonNull)
        .reduce(Duration.ZERO, Duration::plus);
  }
}
