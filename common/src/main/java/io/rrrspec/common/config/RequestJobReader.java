package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.config.RequestJob.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the entries of {@code request_jobs}. */
final class RequestJobReader {
  private static final String COMMAND = "command";
  private static final String MODULE = "module";
  private static final String TASKSET = "taskset";
  private static final String TESTS = "tests";
  private static final String FLOW = "flow";
  private static final String EXTERNAL = "external";

  /** What a job can be; it has exactly one of these keys. */
  private static final List<String> KINDS =
      List.of(COMMAND, MODULE, TASKSET, TESTS, FLOW, EXTERNAL);

  private static final List<String> KEYS =
      List.of(
          COMMAND,
          MODULE,
          TASKSET,
          TESTS,
          FLOW,
          EXTERNAL,
          "sources",
          "queue",
          "args",
          "outputs",
          "cacheable",
          "max_trials",
          "timeout_sec");

  private static final String EXAMPLE = "{command: LINE}";
  private static final String DEFAULT_QUEUE = "default";
  private static final int DEFAULT_SEC = 3_600;
  private static final int DEFAULT_EXTERNAL_SEC = 600;
  private static final String NAME_ADVICE =
      ": choose a name of a-z, 0-9 and _ that begins with no digit, of 64 characters at most";

  private final String name;
  private final ValueOrigin place;
  private final NamedEntry entry;

  private RequestJobReader(String name, JsonNode entry, ValueOrigin place) {
    this.name = name;
    this.place = place;
    this.entry = new NamedEntry(name, entry, place, KEYS, EXAMPLE);
  }

  static RequestJobEntry read(String name, JsonNode entry, ValueOrigin place) {
    return new RequestJobReader(name, entry, place).read();
  }

  private RequestJobEntry read() {
    String key = kindKey();
    Kind kind = kind(key);
    boolean external = kind == Kind.EXTERNAL;
    if (entry.has("sources") && kind != Kind.FLOW) {
      throw entry.wrong(".sources", ": only a flow has them: write flow: FILE, or remove it");
    }
    Map<String, Argument> args = args(key);
    RequestJob job =
        new RequestJob(
            name,
            kind,
            text(key, args.keySet()),
            path("sources"),
            queue(external),
            args,
            outputs(),
            flag("cacheable"),
            number("max_trials", "a whole number", RequestJob.MOST_TRIALS, 1),
            number(
                "timeout_sec",
                "seconds",
                RequestJob.LONGEST_SEC,
                external ? DEFAULT_EXTERNAL_SEC : DEFAULT_SEC));
    return new RequestJobEntry(job, key.equals(MODULE));
  }

  private String kindKey() {
    List<String> there = KINDS.stream().filter(entry::has).toList();
    if (there.size() != 1) {
      throw entry.wrong(
          there.isEmpty()
              ? ": write one of " + String.join(", ", KINDS) + " for it"
              : ": it has " + String.join(" and ", there) + ": keep one of them");
    }
    return there.get(0);
  }

  private static Kind kind(String key) {
    return switch (key) {
      case COMMAND, MODULE -> Kind.COMMAND;
      case TASKSET -> Kind.TASKSET;
      case TESTS -> Kind.TESTS;
      case FLOW -> Kind.FLOW;
      default -> Kind.EXTERNAL;
    };
  }

  private String text(String key, Set<String> args) {
    return switch (key) {
      case COMMAND -> command(args);
      case MODULE -> module();
      case TASKSET -> taskset();
      case TESTS, FLOW -> Objects.requireNonNull(path(key));
      default -> {
        if (!flag(EXTERNAL)) {
          throw entry.wrong(".external: false", ": write true, or " + EXAMPLE + " for the job");
        }
        yield "";
      }
    };
  }

  private String command(Set<String> args) {
    String template = Objects.requireNonNull(entry.text(COMMAND));
    for (String placeholder : CommandTemplate.placeholders(template)) {
      if (!args.contains(placeholder)) {
        throw entry.wrong(
            ".command: {" + placeholder + "}",
            ": "
                + (args.isEmpty() ? "" : "write one of " + String.join(", ", args) + ", ")
                + "add it to args, or put a blank behind a brace of the shell's");
      }
    }
    if (!CommandTemplate.isSafe(template, args)) {
      throw entry.wrong(".command: " + template, ": write each argument " + CommandTemplate.WHERE);
    }
    return template;
  }

  private String module() {
    String module = Objects.requireNonNull(safe(MODULE));
    if (module.equals("junit")) {
      throw entry.wrong(".module: junit", ": write tests: DIRECTORY instead");
    }
    return module;
  }

  private String taskset() {
    JsonNode taskset = Objects.requireNonNull(entry.get(TASKSET));
    if (!taskset.isObject() || taskset.isEmpty()) {
      throw entry.wrong(".taskset", ": write {runner: command, tasks: [LINE]}");
    }
    return taskset.toString();
  }

  private @Nullable String path(String key) {
    return entry.has(key) ? String.valueOf(entry.path(key)) : null;
  }

  private @Nullable String queue(boolean external) {
    String queue = safe("queue");
    return queue == null && external ? DEFAULT_QUEUE : queue;
  }

  private @Nullable String safe(String key) {
    String text = entry.text(key);
    if (text != null && !SafeName.isSafe(text)) {
      throw entry.wrong("." + key + ": " + text, ": write a name of letters, digits and . _ -");
    }
    return text;
  }

  private Map<String, Argument> args(String key) {
    JsonNode written = entry.get("args");
    if (key.equals(MODULE)) {
      if (written != null) {
        throw entry.wrong(".args", ": a module has the one argument job: remove them");
      }
      return Map.of("job", new Argument(ArgumentType.TEXT, false));
    }
    Map<String, Argument> args = new LinkedHashMap<>();
    if (written != null) {
      if (!written.isObject()) {
        throw entry.wrong(".args", ": write {NAME: TYPE}, such as {target: text}");
      }
      checkSize("args", written.size());
      written.properties().forEach(arg -> args.put(arg.getKey(), argument(arg)));
    }
    return args;
  }

  private Argument argument(Map.Entry<String, JsonNode> written) {
    String item = ".args." + written.getKey();
    if (!Argument.isName(written.getKey())) {
      throw entry.wrong(item, NAME_ADVICE);
    }
    String type = written.getValue().asText();
    try {
      return Argument.parse(type);
    } catch (IllegalArgumentException e) {
      throw entry.wrong(
          item + ": " + type,
          NearestName.hint(
              type, Argument.TEXTS, ": write one of " + String.join(", ", Argument.TEXTS)));
    }
  }

  private List<String> outputs() {
    JsonNode written = entry.get("outputs");
    if (written == null) {
      return List.of();
    }
    if (!written.isArray()) {
      throw entry.wrong(".outputs", ": write a list of names, such as [file]");
    }
    checkSize("outputs", written.size());
    written.forEach(
        output -> {
          if (!Argument.isName(output.asText())) {
            throw entry.wrong(".outputs: " + output.asText(), NAME_ADVICE);
          }
        });
    return ListsAndMaps.list(written);
  }

  private void checkSize(String key, int size) {
    if (size > Argument.MOST) {
      throw entry.wrong("." + key, ": it has " + size + ": keep " + Argument.MOST + " at most");
    }
  }

  private boolean flag(String key) {
    JsonNode written = entry.get(key);
    if (written != null && !written.isBoolean()) {
      throw entry.wrong("." + key, ": write true or false");
    }
    return written != null && written.booleanValue();
  }

  private int number(String key, String what, int most, int otherwise) {
    JsonNode written = entry.get(key);
    ValueType<Integer> type = ValueTypes.integer(what, 1, most);
    try {
      return written == null ? otherwise : type.read(written, place);
    } catch (IllegalArgumentException e) {
      throw entry.wrong("." + key + ": " + written.asText(), ": write " + type);
    }
  }
}
