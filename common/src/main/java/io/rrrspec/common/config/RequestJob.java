package io.rrrspec.common.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job that requests can name, as the server's file defines it.
 *
 * @param name see {@link SafeName}
 * @param text what is done; its meaning depends on the kind, see {@link Kind}
 * @param sources the directory on the server's host that a flow sends, absolute; null: it needs
 *     none, and for other kinds
 * @param queue the name of the queue that it is served from; null: none. For {@link Kind#EXTERNAL}
 *     the name under which workers of other implementations take it, never null
 * @param args by name, in the order of the file; 100 at most
 * @param outputs the names of its outputs, for people; 100 at most
 * @param cacheable whether its definition says so
 * @param maxTrials after this number of bad trials it has failed, 1 to 100
 * @param timeoutSec seconds, 1 to 1,000,000
 */
public record RequestJob(
    String name,
    Kind kind,
    String text,
    @Nullable String sources,
    @Nullable String queue,
    Map<String, Argument> args,
    List<String> outputs,
    boolean cacheable,
    int maxTrials,
    int timeoutSec) {
  static final int MOST_TRIALS = 100;
  static final int LONGEST_SEC = 1_000_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a job is, and what its text is. */
  public enum Kind {
    /** A command line; its text is the template, see {@link CommandTemplate}. */
    COMMAND,
    /** A run; its text is a JSON object. */
    TASKSET,
    /**
     * The tests of a project; its text is the absolute path of a directory of the server's host.
     */
    TESTS,
    /** A flow; its text is the absolute path of a file of the server's host. */
    FLOW,
    /** Workers of other implementations take it over HTTP; its text is empty. */
    EXTERNAL;

    /** The name in small letters: {@code command}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static Kind parse(String text) {
      return Arrays.stream(values())
          .filter(kind -> kind.text().equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no kind of jobs: " + text));
    }
  }

  public RequestJob {
    args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
    outputs = List.copyOf(outputs);
    require(SafeName.isSafe(name), "name");
    require(text.isBlank() == (kind == Kind.EXTERNAL), "text");
    require(sources == null || kind == Kind.FLOW, "sources");
    require(queue == null ? kind != Kind.EXTERNAL : SafeName.isSafe(queue), "queue");
    require(args.size() <= Argument.MOST && allNames(args.keySet()), "args");
    require(outputs.size() <= Argument.MOST && allNames(outputs), "outputs");
    require(maxTrials >= 1 && maxTrials <= MOST_TRIALS, "max_trials");
    require(timeoutSec >= 1 && timeoutSec <= LONGEST_SEC, "timeout_sec");
  }

  private static boolean allNames(Iterable<String> names) {
    for (String name : names) {
      if (!Argument.isName(name)) {
        return false;
      }
    }
    return true;
  }

  private static void require(boolean holds, String field) {
    if (!holds) {
      throw new IllegalArgumentException("the " + field + " of a job is wrong");
    }
  }

  /** As servers publish it. */
  public String json() {
    Map<String, String> types = new LinkedHashMap<>();
    args.forEach((argument, type) -> types.put(argument, type.text()));
    try {
      return JSON.writeValueAsString(
          new Stored(
              name,
              kind.text(),
              text,
              sources,
              queue,
              types,
              outputs,
              cacheable,
              maxTrials,
              timeoutSec));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are always JSON", e);
    }
  }

  /**
   * The opposite of {@link #json}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RequestJob parse(String json) {
    try {
      return JSON.readValue(json, Stored.class).job();
    } catch (JsonProcessingException | NullPointerException e) {
      throw new IllegalArgumentException("no job of requests: " + json, e);
    }
  }

  /** Its JSON. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Stored(
      String name,
      String kind,
      String text,
      @Nullable String sources,
      @Nullable String queue,
      Map<String, String> args,
      List<String> outputs,
      boolean cacheable,
      @JsonProperty("max_trials") int maxTrials,
      @JsonProperty("timeout_sec") int timeoutSec) {
    RequestJob job() {
      Map<String, Argument> types = new LinkedHashMap<>();
      args.forEach((argument, type) -> types.put(argument, Argument.parse(type)));
      return new RequestJob(
          name,
          Kind.parse(kind),
          text,
          sources,
          queue,
          types,
          outputs,
          cacheable,
          maxTrials,
          timeoutSec);
    }
  }
}
