package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.rrrspec.common.flow.FlowStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A graph of chains, groups, iterators and leaves, and what must come of it. */
final class RandomGraph {
  private static final Duration KEEP = Duration.ofHours(1);
  private static final int CHILDREN_AT_ONCE = 2;

  private final Random random;
  private final Set<Integer> leaves = new HashSet<>();
  private int next;
  private boolean fails;
  private long total;

  RandomGraph(Random random) {
    this.random = random;
  }

  /** The numbers of all leaves. */
  Set<Integer> leaves() {
    return leaves;
  }

  /** Whether some leaf fails as often as it is tried. */
  boolean fails() {
    return fails;
  }

  /** The progress of the root in the end. */
  long total() {
    return total;
  }

  /** A step, of which the children go so deep at most. */
  FlowStep step(int depth) {
    FlowStep step =
        switch (depth == 0 ? 0 : random.nextInt(5)) {
          case 1 -> FlowStep.chain(children(depth));
          case 2 -> FlowStep.group(children(depth));
          case 3 -> iterator();
          case 4 -> sequence(depth);
          default -> leaf();
        };
    return step.keptFor(KEEP);
  }

  private List<FlowStep> children(int depth) {
    List<FlowStep> children = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      children.add(step(depth - 1));
    }
    return children;
  }

  private FlowStep sequence(int depth) {
    List<FlowStep> children = new ArrayList<>(children(depth));
    if (random.nextBoolean()) {
      children.add(step(0).when(FlowStep.When.ALWAYS));
    }
    if (random.nextBoolean()) {
      // Does not run, unless something fails.
      total += 1;
      children.add(FlowStep.task("leaf", -1).keptFor(KEEP).when(FlowStep.When.FAILED));
    }
    return FlowStep.sequence(children);
  }

  private FlowStep leaf() {
    int number = next++;
    leaves.add(number);
    boolean broken = random.nextInt(60) == 0;
    fails |= broken;
    long size = 1L + random.nextInt(3);
    total += size;
    return FlowStep.task(broken ? "broken" : "leaf", number).withTotal(size);
  }

  private FlowStep iterator() {
    int count = random.nextInt(6);
    FlowStep step = FlowStep.iterator("numbers", next, count);
    for (int i = 0; i < count; i++) {
      leaves.add(next++);
    }
    // Its own, and what its children add to it: they are not known when it begins.
    total += 1;
    return step;
  }

  /** The children of an iterator from one on; at most two are at work. */
  static Iteration iterate(@Nullable JsonNode state, io.rrrspec.common.flow.FlowState iterator) {
    int first = iterator.args().get(0).asInt();
    int count = iterator.args().get(1).asInt();
    int begun = state == null ? 0 : state.asInt();
    if (begun == count) {
      return Iteration.END;
    }
    if (iterator.childrenCreated() - iterator.childrenFinished() >= CHILDREN_AT_ONCE) {
      return Iteration.NOTHING;
    }
    return Iteration.more(
        IntNode.valueOf(begun + 1),
        List.of(FlowStep.task("leaf", first + begun).withTotal(0).keptFor(KEEP)));
  }

  /** What a leaf gives for its arguments. */
  static JsonNode resultOf(List<JsonNode> args) {
    return IntNode.valueOf((1 + args.stream().mapToInt(RandomGraph::sum).sum()) % 1000);
  }

  private static int sum(JsonNode node) {
    int sum = node.isNumber() ? node.asInt() : 0;
    for (JsonNode child : node) {
      sum += sum(child);
    }
    return sum;
  }

  /** What a step gives; null for nothing. */
  static @Nullable JsonNode expected(FlowStep step, @Nullable JsonNode before) {
    return switch (step.kind()) {
      case TASK -> {
        List<JsonNode> args = new ArrayList<>(step.args());
        if (before != null && !(before.isNumber() && before.asInt() == 0)) {
          args.add(before);
        }
        yield resultOf(args);
      }
      case ITERATOR -> null;
      case GROUP -> {
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        step.children()
            .forEach(
                child -> {
                  JsonNode result = expected(child, null);
                  results.add(result == null ? results.nullNode() : result);
                });
        yield results;
      }
      case CHAIN, SEQUENCE -> {
        JsonNode last = null;
        for (FlowStep child : step.children()) {
          if (IntNode.valueOf(-1).equals(child.args().isEmpty() ? null : child.args().get(0))) {
            continue;
          }
          last = expected(child, last);
        }
        yield last;
      }
    };
  }
}
