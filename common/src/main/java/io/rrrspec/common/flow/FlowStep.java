package io.rrrspec.common.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A task that is not started yet, with all below it.
 *
 * @param type the name of its type; {@code chain} and {@code group} have children
 * @param kind what it is
 * @param args what it is called with
 * @param children in order; empty for all but chains and groups
 * @param pool which servers execute it
 * @param id its own id; null: one is drawn by lot
 * @param total its greatest progress, if it has no children; 0 or more
 * @param keep how long it is remembered after its end
 * @param more fields of ours, by name: the other implementation passes over them
 */
public record FlowStep(
    String type,
    Kind kind,
    List<JsonNode> args,
    List<FlowStep> children,
    String pool,
    @Nullable String id,
    long total,
    Duration keep,
    Map<String, JsonNode> more) {
  /** The pool of what names none. */
  public static final String DEFAULT_POOL = "default";

  /** How long a task is remembered if nothing else is said. */
  public static final Duration KEEP = Duration.ofDays(3);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** What a task is. */
  public enum Kind {
    /** A server executes it. */
    TASK,
    /** Its children run one after the other. */
    CHAIN,
    /** Its children run at once. */
    GROUP,
    /** Its children run one after the other; some of them also, or only, after a failure. */
    SEQUENCE,
    /** It makes children as long as it likes. */
    ITERATOR
  }

  public FlowStep {
    args = List.copyOf(args);
    children = List.copyOf(children);
    more = Map.copyOf(more);
    boolean operator = kind != Kind.TASK && kind != Kind.ITERATOR;
    if (operator == children.isEmpty()) {
      throw new IllegalArgumentException(
          operator ? "a " + type + " needs children" : type + " cannot have children");
    }
  }

  private static FlowStep of(String type, Kind kind, List<JsonNode> args, List<FlowStep> children) {
    return new FlowStep(type, kind, args, children, DEFAULT_POOL, null, 1, KEEP, Map.of());
  }

  /** A task; its arguments become JSON as Jackson sees them. */
  public static FlowStep task(String type, Object... args) {
    return of(type, Kind.TASK, json(args), List.of());
  }

  /** An iterator. */
  public static FlowStep iterator(String type, Object... args) {
    return of(type, Kind.ITERATOR, json(args), List.of());
  }

  /** Children one after the other; each gets the result of the one before as its last argument. */
  public static FlowStep chain(List<FlowStep> children) {
    return of("chain", Kind.CHAIN, List.of(JsonNodeFactory.instance.nullNode()), children);
  }

  /** Children at once; the results of all, in order, are its result. */
  public static FlowStep group(List<FlowStep> children) {
    return of("group", Kind.GROUP, List.of(JsonNodeFactory.instance.nullNode()), children);
  }

  /**
   * Ours: children one after the other. After a failure only those run that say so ({@link #when});
   * then it fails.
   */
  public static FlowStep sequence(List<FlowStep> children) {
    return of("sequence", Kind.SEQUENCE, List.of(), children);
  }

  private static List<JsonNode> json(Object... args) {
    List<JsonNode> nodes = new ArrayList<>();
    Arrays.stream(args).forEach(arg -> nodes.add(MAPPER.valueToTree(arg)));
    return nodes;
  }

  public FlowStep inPool(String other) {
    return new FlowStep(type, kind, args, children, other, id, total, keep, more);
  }

  /** With an id: while a task of it is not finished, a second start of it is that task. */
  public FlowStep withId(String other) {
    return new FlowStep(type, kind, args, children, pool, other, total, keep, more);
  }

  public FlowStep withTotal(long other) {
    return new FlowStep(type, kind, args, children, pool, id, other, keep, more);
  }

  public FlowStep keptFor(Duration other) {
    return new FlowStep(type, kind, args, children, pool, id, total, other, more);
  }

  /** When a child of a sequence runs. */
  public enum When {
    /** After a success and after a failure. */
    ALWAYS,
    /** Only after a failure. */
    FAILED
  }

  /** As a child of a sequence that also, or only, runs after a failure. */
  public FlowStep when(When when) {
    return with("when", when.name().toLowerCase(Locale.ROOT));
  }

  /** With a field of ours. */
  public FlowStep with(String field, Object value) {
    Map<String, JsonNode> fields = new TreeMap<>(more);
    fields.put(field, MAPPER.valueToTree(value));
    return new FlowStep(type, kind, args, children, pool, id, total, keep, fields);
  }
}
