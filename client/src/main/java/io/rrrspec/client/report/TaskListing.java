package io.rrrspec.client.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.source.OrderChoice;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestSelection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tasks that a run would have.
 *
 * @param order by which they are served
 * @param tasks in this order
 * @param patterns those that ask for methods, as they were written; a class that one of them chose
 *     runs only in part
 * @param tags that the tests are limited to
 */
public record TaskListing(
    OrderChoice order, List<TaskRequest> tasks, List<String> patterns, TestSelection tags) {
  private static final int FORMAT = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public TaskListing {
    tasks = List.copyOf(tasks);
    patterns = List.copyOf(patterns);
  }

  /** Of classes that run whole. */
  public TaskListing(OrderChoice order, List<TaskRequest> tasks) {
    this(order, tasks, List.of(), TestSelection.ALL);
  }

  /** Of what the patterns of a command line chose, and its tags. */
  public static TaskListing of(
      OrderChoice order, List<TaskRequest> tasks, TestChoice choice, TestSelection tags) {
    return new TaskListing(
        order, tasks, choice.parts().stream().map(TestChoice.Part::pattern).toList(), tags);
  }

  /**
   * A line for each task with its estimate, and a line with the total; a line before them if not
   * all tests of the tasks run.
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    String limits =
        Stream.of(
                limit(
                    "only tests of ",
                    Stream.concat(
                        patterns.stream().map(pattern -> "'" + pattern + "'"),
                        options(tags.withTags(tags.includeTags(), List.of())))),
                limit("without tests of ", options(tags.withTags(List.of(), tags.excludeTags()))))
            .filter(limit -> !limit.isEmpty())
            .collect(Collectors.joining(", "));
    text.append(limits.isEmpty() ? "" : String.format("%s:%n", limits));
    for (TaskRequest task : tasks) {
      Duration estimate = task.estimate();
      String time = estimate == null ? "?" : Phrases.time(estimate);
      text.append(String.format("%9s  %s%s%n", time, task.specFile(), inParts(task)));
    }
    long unknown = tasks.size() - known();
    text.append(String.format("%n%s", Phrases.count(tasks.size(), "task")));
    text.append(known() == 0 ? "" : ", about " + Phrases.time(total()) + " of tests");
    text.append(unknown == 0 ? "" : ", " + Phrases.number(unknown) + " without an estimate");
    return text.append(System.lineSeparator()).toString();
  }

  private static Stream<String> options(TestSelection tags) {
    return Stream.of(tags.tagOptions()).filter(options -> !options.isEmpty());
  }

  /** What the tests are limited to, behind a few words; empty if there is nothing. */
  private static String limit(String words, Stream<String> what) {
    String limit = what.collect(Collectors.joining(" "));
    return limit.isEmpty() ? "" : words + limit;
  }

  private static String inParts(TaskRequest task) {
    SplitRequest split = task.split();
    return split == null ? "" : " (in " + split.parts().size() + " parts)";
  }

  /** One object, as docs/run-json.md describes it. */
  public String json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("order", order.kind().text());
    root.put("seed", order.kind() == OrderChoice.Kind.RANDOM ? order.seed() : null);
    ArrayNode methods = root.putArray("method_patterns");
    patterns.forEach(methods::add);
    ArrayNode include = root.putArray("include_tags");
    tags.includeTags().forEach(include::add);
    ArrayNode exclude = root.putArray("exclude_tags");
    tags.excludeTags().forEach(exclude::add);
    ArrayNode list = root.putArray("task_list");
    for (TaskRequest task : tasks) {
      ObjectNode one = list.addObject();
      Duration estimate = task.estimate();
      one.put("spec_file", task.specFile());
      one.put("estimate_ms", estimate == null ? null : estimate.toMillis());
      SplitRequest split = task.split();
      if (split != null) {
        one.put("parts", split.parts().size());
      }
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
