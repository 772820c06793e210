package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.queue.Queue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run that a task of a flow describes, where nobody has created one: programs start flows, too.
 * An object with
 *
 * <ul>
 *   <li>{@code tasks}: test classes, command lines or HTTP requests; in a build of several modules
 *       a class is {@code module/dir:com.foo.BarTest}
 *   <li>{@code runner}: {@code junit}, {@code command} or {@code http}; {@code junit} if it is
 *       missing
 *   <li>{@code rsync_name}: the name of the sources; needed for test classes
 *   <li>{@code setup_command}, {@code worker_type}, {@code taskset_class}, {@code max_workers},
 *       {@code max_trials}, {@code env}: as the settings of these names
 *   <li>{@code timeout_sec}: of a task that nobody has an estimate for
 *   <li>{@code once}: whether no task is begun a second time after its worker died; true or false
 *   <li>{@code args_file}: an object that each command gets as a file, by the variable {@code
 *       REQUEST_ARGS_FILE}; it may then write an object to {@code REQUEST_OUTPUT_FILE}
 *   <li>{@code prefer_worker}: the name of the worker that serves the run if that is idle when the
 *       run gets one
 * </ul>
 */
final class AskedRun {
  private static final int MOST_TASKS = 10_000;
  private static final int WORKERS = 10;
  private static final int COMMAND_SEC = 3_600;
  private static final int CLASS_SEC = 300;
  private static final int LEAST_SEC = 30;

  private final JsonNode wish;
  private final FlowState task;

  private AskedRun(JsonNode wish, FlowState task) {
    this.wish = wish;
    this.task = task;
  }

  /**
   * Reads it.
   *
   * @param toldAt where its end is told
   * @param queue that it is served from; null: none
   * @throws UsageException if it says what cannot be; the task fails with that
   */
  static TasksetRequest of(JsonNode wish, FlowState task, String toldAt, @Nullable Queue queue) {
    return new AskedRun(wish, task).request(toldAt, queue);
  }

  /**
   * What a task of the type {@code shell} or {@code http} asks for. Its argument is the text, or an
   * object with the text as {@code command} or {@code request}, and what {@link RunTask} takes.
   *
   * @param runner command or http
   * @param field which has the text
   */
  static JsonNode single(JsonNode argument, Runner runner, String field) {
    ObjectNode wish =
        argument.isObject() ? argument.deepCopy() : new ObjectNode(JsonNodeFactory.instance);
    JsonNode text = argument.isObject() ? argument.path(field) : argument;
    if (!text.isTextual() || text.asText().isBlank()) {
      throw new UsageException(
          "the argument is no text: write it, or an object with '" + field + "'");
    }
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("runner", runner.name()).putArray("tasks").add(text);
    for (String name :
        List.of("env", "worker_type", "timeout_sec", "once", "args_file", "prefer_worker")) {
      if (wish.has(name)) {
        request.set(name, wish.remove(name));
      }
    }
    wish.remove(field);
    return wish.set("request", request);
  }

  /**
   * The arguments that its commands get as a file: a JSON object.
   *
   * @throws UsageException if they are something else, or nothing in the run is a command
   */
  static Optional<String> argsFile(JsonNode wish) {
    JsonNode args = wish.path("args_file");
    if (args.isMissingNode()) {
      return Optional.empty();
    }
    if (!args.isObject()) {
      throw new UsageException("args_file is no object: write one");
    }
    if (!wish.path("runner").asText().equals(Runner.COMMAND.name())) {
      throw new UsageException("args_file is for commands: write it with the runner command");
    }
    return Optional.of(JsonText.of(args));
  }

  private TasksetRequest request(String toldAt, @Nullable Queue queue) {
    Runner runner = Runner.of(text("runner", Runner.JUNIT.name()));
    boolean command = !runner.equals(Runner.JUNIT);
    List<TaskRequest> tasks = command ? tasks() : inLaunches(tasks());
    String rsyncName = text("rsync_name", command ? SafeName.from("flow-" + task.id()) : "");
    if (!SafeName.isSafe(rsyncName)) {
      throw new UsageException(
          "rsync_name is '" + rsyncName + "': write the name under which the sources were sent");
    }
    boolean sources = wish.has("rsync_name");
    boolean repeatable =
        !isOnce()
            && (!runner.equals(Runner.HTTP)
                || tasks.stream().allMatch(one -> one.specFile().matches("(GET|HEAD) .*")));
    Extras extras =
        new Extras(env(), false, false, null, sources ? null : Taskset.NO_SOURCES)
            .withQueue(queue == null ? null : queue.name())
            .withPreferredWorker(wish.has("prefer_worker") ? text("prefer_worker", "") : null);
    int seconds = number("timeout_sec", command ? COMMAND_SEC : CLASS_SEC, 1_000_000);
    return new TasksetRequest(
        rsyncName,
        text("setup_command", sources && !command ? "rrrspec-java prepare" : sources ? "true" : ""),
        "rrrspec-java slave",
        queue == null ? text("worker_type", "default") : queue.group(),
        number("max_workers", command ? 1 : WORKERS, 10_000),
        number("max_trials", 1, 100),
        text("taskset_class", command ? "flow" : rsyncName),
        seconds,
        command ? seconds : LEAST_SEC,
        runner,
        task.text("user").isEmpty() ? "flow" : task.text("user"),
        toldAt,
        tasks,
        repeatable ? extras : extras.withOnce());
  }

  private List<TaskRequest> tasks() {
    Set<String> names = new LinkedHashSet<>();
    wish.path("tasks").forEach(name -> names.add(name.asText()));
    if (names.isEmpty() || names.size() > MOST_TASKS || names.contains("")) {
      throw new UsageException("tasks is no list of 1 to 10,000 texts: write one");
    }
    List<TaskRequest> tasks = new ArrayList<>();
    names.forEach(name -> tasks.add(new TaskRequest(name, null)));
    return tasks;
  }

  /** Test classes of several modules need JVMs of their own; only their names tell which. */
  private static List<TaskRequest> inLaunches(List<TaskRequest> tasks) {
    if (tasks.stream().allMatch(task -> TestId.parse(task.specFile()).module().isEmpty())) {
      return tasks;
    }
    return tasks.stream()
        .map(
            task -> {
              TestId id = TestId.parse(task.specFile());
              return task.withLaunch(Launch.nameOf(id.module(), id.execution()));
            })
        .toList();
  }

  private Map<String, String> env() {
    Map<String, String> env = new HashMap<>();
    wish.path("env").properties().forEach(one -> env.put(one.getKey(), one.getValue().asText()));
    env.keySet()
        .forEach(
            name -> {
              if (!name.matches("[A-Za-z_]\\w*") || name.startsWith("RRRSPEC_")) {
                throw new UsageException("env has '" + name + "', which cannot be a variable");
              }
            });
    return env;
  }

  private boolean isOnce() {
    JsonNode once = wish.path("once");
    if (!once.isMissingNode() && !once.isBoolean()) {
      throw new UsageException("once is " + once + ": write true or false");
    }
    return once.asBoolean();
  }

  private String text(String field, String otherwise) {
    JsonNode value = wish.path(field);
    if (!value.isMissingNode() && !value.isTextual()) {
      throw new UsageException(field + " is no text: write one");
    }
    return value.asText(otherwise);
  }

  private int number(String field, int otherwise, int most) {
    JsonNode value = wish.path(field);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.isIntegralNumber() || value.asLong() < 1 || value.asLong() > most) {
      throw new UsageException(field + " is " + value + ": write a whole number, 1 to " + most);
    }
    return value.asInt();
  }
}
