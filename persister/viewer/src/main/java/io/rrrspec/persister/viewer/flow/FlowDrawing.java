package io.rrrspec.persister.viewer.flow;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.viewer.flow.DrawnStep.Shape;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses what of a flow is drawn. All of a small one; of a large one first of all what failed and
 * what runs, and how many other steps there are.
 */
final class FlowDrawing {
  /** All of these have room on a page that people can look through. */
  private static final int MOST = 400;

  private static final int MOST_OF_A_LIST = 30;

  /** In a flow with more, what has succeeded is closed. */
  private static final int ALL_OPEN = 60;

  private static final int ERROR = 300;

  private final FlowLook look;
  private final Set<Node> drawn = new HashSet<>();

  /** A step and those below it; the same only as itself. */
  private static final class Node {
    final FlowTree.Step step;
    final List<Node> children = new ArrayList<>();

    Node(FlowTree.Step step) {
      this.step = step;
    }

    StepStatus status() {
      return step.standing();
    }

    FlowState state() {
      return step.state();
    }
  }

  private FlowDrawing(FlowLook look) {
    this.look = look;
  }

  /** Draws a flow: its steps in order, or the one step that it is. */
  static DrawnStep of(FlowLook look) {
    return new FlowDrawing(look).draw();
  }

  private DrawnStep draw() {
    Node root = tree();
    choose(root);
    return draw(root);
  }

  private Node tree() {
    List<Node> above = new ArrayList<>();
    for (FlowTree.Step step : look.tree().steps()) {
      Node node = new Node(step);
      above.subList(step.depth(), above.size()).clear();
      if (!above.isEmpty()) {
        above.get(above.size() - 1).children.add(node);
      }
      above.add(node);
    }
    return above.get(0);
  }

  /** The upper levels first. */
  private void choose(Node root) {
    Deque<Node> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Node node = open.remove();
      node.children.stream()
          .sorted(Comparator.comparing(child -> urgency(child.status())))
          .limit(MOST_OF_A_LIST)
          .limit(MOST - drawn.size())
          .forEach(drawn::add);
      node.children.stream().filter(drawn::contains).forEach(open::add);
    }
  }

  private static int urgency(StepStatus status) {
    return switch (status) {
      case FAILED -> 0;
      case RUNS, STARTS, WAITS_TO_RETRY -> 1;
      case WAITS -> 2;
      case CANCELLED -> 3;
      case SUCCEEDED -> 4;
      case NOT_RUN -> 5;
    };
  }

  private DrawnStep draw(Node node) {
    FlowState state = node.state();
    StepStatus status = node.status();
    Shape shape = shape(state);
    List<DrawnStep> children = shape == Shape.RUN ? List.of() : children(node, shape);
    TasksetStore.Progress run = look.runs().get(state.text("run"));
    return new DrawnStep(
        state.id(),
        shape,
        FlowRow.name(state),
        status,
        when(state),
        Keys.lastPart(state.text("run")),
        progress(state, status, shape, run),
        shape == Shape.RUN && run != null ? percent(run) : -1,
        status == StepStatus.NOT_RUN ? "" : FlowRow.took(state, look.at()),
        shape == Shape.RUN || node.children.isEmpty() ? error(state) : "",
        children,
        status != StepStatus.SUCCEEDED || look.tree().steps().size() <= ALL_OPEN);
  }

  private static Shape shape(FlowState state) {
    if (state.isIterator()) {
      return Shape.ITERATOR;
    }
    if (state.fields().containsKey("children")) {
      return state.type().equals("group") ? Shape.GROUP : Shape.CHAIN;
    }
    return Shape.RUN;
  }

  private List<DrawnStep> children(Node node, Shape shape) {
    List<DrawnStep> steps = new ArrayList<>();
    List<Node> gap = new ArrayList<>();
    for (Node child : node.children) {
      if (!drawn.contains(child)) {
        gap.add(child);
        continue;
      }
      if (shape == Shape.CHAIN && !gap.isEmpty()) {
        steps.add(DrawnStep.more(more(gap)));
        gap.clear();
      }
      steps.add(draw(child));
    }
    if (!gap.isEmpty()) {
      steps.add(DrawnStep.more(more(gap)));
    }
    long all =
        shape == Shape.ITERATOR ? node.state().childrenCreated() : node.state().children().size();
    long unread = all - node.children.size();
    if (unread > 0) {
      steps.add(
          DrawnStep.more(
              DisplayText.count(
                      unread,
                      shape == Shape.ITERATOR && !node.children.isEmpty() ? "other" : "step")
                  + " not shown"));
    }
    return steps;
  }

  /** {@code 37 more: 35 succeeded, 2 waiting}. */
  private static String more(List<Node> nodes) {
    Map<StepStatus, Integer> counts = new EnumMap<>(StepStatus.class);
    nodes.forEach(node -> counts.merge(node.status(), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.forEach(
        (status, count) -> words.add(DisplayText.number(count) + " " + DrawnStep.words(status)));
    return DisplayText.number(nodes.size()) + " more: " + String.join(", ", words);
  }

  private static String when(FlowState state) {
    return switch (state.text("when")) {
      case "always" -> "also after a failure";
      case "failed" -> "only after a failure";
      default -> "";
    };
  }

  private static String progress(
      FlowState state,
      StepStatus status,
      Shape shape,
      TasksetStore.@org.jspecify.annotations.Nullable Progress run) {
    if (shape == Shape.ITERATOR) {
      return iterated(state);
    }
    if (state.isCached()) {
      return "cached";
    }
    if (shape != Shape.RUN) {
      return state.children().isEmpty() || state.total() < 1 || status == StepStatus.NOT_RUN
          ? ""
          : of(state.progress(), state.total(), "run");
    }
    String attempt = state.retries() > 0 ? "attempt " + (state.retries() + 1) : "";
    if (run == null || status != StepStatus.RUNS) {
      return attempt;
    }
    String words = run(run);
    return attempt.isEmpty() || words.isEmpty() ? attempt + words : attempt + ", " + words;
  }

  private static String iterated(FlowState state) {
    long created = state.childrenCreated();
    if (created == 0 && state.total() <= 1) {
      return "";
    }
    // A foreign program does not say how many there will be.
    return state.total() >= created && state.total() != 1
        ? of(state.childrenFinished(), state.total(), "run")
        : DisplayText.number(state.childrenFinished())
            + " of "
            + DisplayText.count(created, "run")
            + (state.isFinished() ? "" : " so far");
  }

  private static String run(TasksetStore.Progress run) {
    if (run.status() == TasksetStatus.WAITING) {
      return "waits for a worker";
    }
    return run.asked() <= 1
        ? ""
        : of(run.succeeded() + run.failed(), run.asked(), "class")
            + (run.failed() > 0 ? ", " + DisplayText.number(run.failed()) + " failed" : "");
  }

  private static String of(long done, long all, String noun) {
    return DisplayText.number(Math.max(0, Math.min(done, all)))
        + " of "
        + DisplayText.count(all, noun);
  }

  private static int percent(TasksetStore.Progress run) {
    if (run.status() == TasksetStatus.WAITING || run.asked() <= 1) {
      return -1;
    }
    return (int) Math.min(100, 100L * (run.succeeded() + run.failed()) / run.asked());
  }

  /** The first line, without the name of the run that the step leads to, and that it failed. */
  static String error(FlowState state) {
    if (StepStatus.of(state) != StepStatus.FAILED) {
      return "";
    }
    String text = state.errorText().strip();
    String line = text.lines().findFirst().orElse("");
    String run = "run " + Keys.lastPart(state.text("run")) + " ";
    String rest = line.startsWith(run) ? line.substring(run.length()) : line;
    return DisplayText.beginning(rest.replaceFirst("^failed: ", ""), ERROR);
  }
}
