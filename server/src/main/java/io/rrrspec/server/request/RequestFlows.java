package io.rrrspec.server.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.CommandTemplate;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.server.flow.FlowStarts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The flows that carry out jobs of requests: one for each number of a job, of an id made from both,
 * and started once. So whoever starts it again, after a server has died, changes nothing.
 */
final class RequestFlows {
  /** The pool of their tasks: they wait for no tasks of others. */
  static final String POOL = "requests";

  /** The type of the task that tells a request how its job has ended. */
  static final String END = "request-end";

  /** How long they are remembered after their end, at least. */
  static final Duration KEEP = Duration.ofHours(1);

  private static final int LONGEST_COMMAND = 65_536;

  private final FlowStore flows;
  private final Supplier<String> baseUrl;
  private final InstantSource clock;

  /**
   * Makes it.
   *
   * @param baseUrl where the HTTP port of a server is, without a slash at the end
   */
  RequestFlows(FlowStore flows, Supplier<String> baseUrl, InstantSource clock) {
    this.flows = flows;
    this.baseUrl = baseUrl;
    this.clock = clock;
  }

  Optional<FlowState> find(String id) {
    return flows.find(id);
  }

  /**
   * Starts the flow of the current job, unless somebody has.
   *
   * @throws UsageException if it cannot be: the job has failed with that
   */
  void begin(Request request, CurrentJob job, RequestJob definition) {
    if (definition.kind() != job.kind()) {
      throw new UsageException(
          "the job '" + definition.name() + "' was defined anew meanwhile: try it again");
    }
    String id = Request.flowOf(request.id(), job.number());
    if (isFlow(definition.kind())) {
      if (flows.find(id).isEmpty() && flows.find(FlowOrder.taskOf(id)).isEmpty()) {
        flows.start(order(id, request, definition));
      }
      return;
    }
    FlowStep run =
        FlowStep.task("taskset", wish(request, definition))
            .withId(Request.runTaskOf(request.id(), job.number()))
            .inPool(POOL)
            .with("user", request.requester())
            .keptFor(KEEP);
    FlowStep end =
        FlowStep.task(END, request.id(), job.number())
            .inPool(POOL)
            .when(FlowStep.When.ALWAYS)
            .keptFor(KEEP);
    flows.start(
        FlowStep.sequence(List.of(run, end))
            .withId(id)
            .inPool(POOL)
            .with("once", true)
            .keptFor(KEEP));
  }

  /** Whether a job is a whole flow, and not one run. */
  static boolean isFlow(RequestJob.Kind kind) {
    return kind == RequestJob.Kind.FLOW || kind == RequestJob.Kind.TESTS;
  }

  /** Ends what carries out a job that nobody wants any more. */
  void cancel(String request, CurrentJob job) {
    String id = Request.flowOf(request, job.number());
    if (flows.findFlow(id).filter(flow -> !flow.isFinished()).isPresent()) {
      flows.cancel(id);
    }
  }

  private ObjectNode wish(Request request, RequestJob definition) {
    ObjectNode args = args(request);
    ObjectNode wish;
    ObjectNode env = JsonNodeFactory.instance.objectNode();
    if (definition.kind() == RequestJob.Kind.COMMAND) {
      wish = JsonNodeFactory.instance.objectNode();
      wish.put("runner", "command");
      wish.putArray("tasks").add(command(definition, args));
      // What it has done before its worker died is not known here.
      wish.put("once", true).put("timeout_sec", definition.timeoutSec());
    } else {
      wish = (ObjectNode) JsonText.parse(definition.text()).deepCopy();
      texts(definition, args).forEach(env::put);
      wish.path("env").properties().forEach(one -> env.set(one.getKey(), one.getValue()));
    }
    env.put("REQUEST_ID", request.id());
    env.put("REQUEST_URL", baseUrl.get() + "/request/" + request.id());
    wish.set("env", env);
    if (wish.path("runner").asText().equals("command")) {
      wish.set("args_file", args);
    }
    String worker = request.preferredWorker();
    if (worker != null) {
      wish.put("prefer_worker", worker);
    }
    ObjectNode task = JsonNodeFactory.instance.objectNode();
    task.set("request", wish);
    if (definition.queue() != null) {
      task.put("queue", definition.queue());
    }
    return task;
  }

  private static ObjectNode args(Request request) {
    ObjectNode args = request.runArgs();
    return args == null ? JsonNodeFactory.instance.objectNode() : args;
  }

  private static String command(RequestJob definition, ObjectNode args) {
    Map<String, String> words = new HashMap<>();
    definition.args().keySet().forEach(name -> words.put(name, ""));
    words.putAll(texts(definition, args));
    String command = CommandTemplate.fill(definition.text(), words);
    if (command.length() > LONGEST_COMMAND) {
      throw new UsageException(
          "the command line of the job '"
              + definition.name()
              + "' is longer than "
              + LONGEST_COMMAND
              + " characters: read the arguments from REQUEST_ARGS_FILE instead");
    }
    return command;
  }

  /** The arguments that the definition names, as texts. */
  private static Map<String, String> texts(RequestJob definition, ObjectNode args) {
    Map<String, String> texts = new HashMap<>();
    for (String name : definition.args().keySet()) {
      JsonNode value = args.get(name);
      if (value != null && !value.isNull()) {
        // A number as everybody reads it: 0.1, and not what a double or a large number is printed
        // as.
        texts.put(name, value.isTextual() ? value.textValue() : JsonText.of(value));
      }
    }
    return texts;
  }

  private FlowStep order(String id, Request request, RequestJob definition) {
    Map<String, String> variables = texts(definition, args(request));
    String sources = definition.sources();
    String text = null;
    String file = definition.text();
    if (definition.kind() == RequestJob.Kind.TESTS) {
      sources = definition.text();
      file = definition.name();
      text = tests(definition);
    } else {
      // A mistake in it is said at once, and a variable that it lacks.
      FlowFile.read(Path.of(file)).withVariables(variables);
    }
    return new FlowOrder(id, file, text, variables, sources, request.requester())
        .task(FlowStarts.ownTypeOfHost(), FlowStarts.POOL, definition.name(), clock.millis());
  }

  /** A flow of one step: all tests of a project. */
  private static String tests(RequestJob definition) {
    ObjectNode flow = JsonNodeFactory.instance.objectNode().put("name", definition.name());
    putIfThere(flow, "queue", definition.queue());
    if (!definition.args().isEmpty()) {
      ObjectNode variables = flow.putObject("variables");
      definition.args().keySet().forEach(name -> variables.put(name, ""));
    }
    flow.putArray("steps").addObject().put("name", definition.name()).put("tests", "**");
    return JsonText.of(flow);
  }

  private static void putIfThere(ObjectNode flow, String name, @Nullable String value) {
    if (value != null) {
      flow.put(name, value);
    }
  }
}
