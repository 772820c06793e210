package io.rrrspec.common.store;

import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.redis.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a flow as they stand, in the order of the file.
 *
 * @param steps the flow itself first; of the children of an iterator the newest
 * @param unread how many more steps there are beside those below them
 */
public record FlowTree(List<Step> steps, long unread) {
  /** Children of an iterator that are listed. */
  private static final int MOST_CHUNKS = 20;

  /**
   * One step.
   *
   * @param depth 0 for the flow itself
   * @param path its name behind those of the steps around it
   * @param late whether what is around it is over: then it counts no more
   */
  public record Step(FlowState state, int depth, String path, boolean late) {
    /** A flow itself. */
    public static Step root(FlowState state) {
      return new Step(state, 0, "", false);
    }

    public String title() {
      String title = state.text("title");
      return title.isEmpty() ? state.type() : title;
    }

    /** Where it stands. */
    public StepStatus standing() {
      StepStatus own = StepStatus.of(state);
      return late ? own.withoutParent() : own;
    }

    /** The same in words. */
    public String status() {
      return standing().text();
    }

    /** What to say when it comes to that; empty if nothing. */
    public String progress() {
      StepStatus standing = standing();
      if (standing == StepStatus.WAITS || standing == StepStatus.NOT_RUN) {
        return "";
      }
      return standing.text()
          + (state.isCached() ? ", cached" : "")
          + (state.isFinished() && !state.errorText().isEmpty() && !state.isCancelled()
              ? ": " + state.errorText()
              : "")
          + (state.isFinished() ? took() : run());
    }

    private String run() {
      String run = state.text("run");
      return run.isEmpty() ? "" : ", run " + Keys.lastPart(run);
    }

    private String took() {
      Duration time = duration();
      return time == null ? "" : String.format(" (%.1f s)", time.toMillis() / 1000.0);
    }

    /** From its begin to its end; null if it has not both. */
    public @Nullable Duration duration() {
      long began = state.number("began_ms", 0);
      long ended = state.number("ended_ms", 0);
      return began == 0 || ended == 0 ? null : Duration.ofMillis(ended - began);
    }
  }

  /**
   * Reads all of them.
   *
   * @param root of the flow
   */
  public static FlowTree read(FlowStore flows, FlowState root) {
    return read(flows, root, Integer.MAX_VALUE);
  }

  /**
   * Reads them, a level of the tree in one round trip or few.
   *
   * @param root of the flow
   * @param most how many steps are read at most; those of the upper levels first
   */
  public static FlowTree read(FlowStore flows, FlowState root, int most) {
    Map<String, FlowState> found = new HashMap<>(Map.of(root.id(), root));
    Map<String, List<String>> children = new HashMap<>();
    List<FlowState> level = List.of(root);
    long unread = 0;
    while (!level.isEmpty()) {
      Map<String, List<String>> chunks = flows.someChunks(withoutNewest(level), MOST_CHUNKS);
      Set<String> wanted = new LinkedHashSet<>();
      for (FlowState state : level) {
        List<String> ids = new ArrayList<>(chunks.getOrDefault(state.id(), childrenOf(state)));
        ids.removeIf(id -> found.containsKey(id) || wanted.contains(id));
        children.put(state.id(), ids);
        wanted.addAll(ids);
      }
      List<String> read = wanted.stream().limit(Math.max(0, most - found.size())).toList();
      unread += wanted.size() - read.size();
      Map<String, FlowState> next = flows.outlines(read);
      found.putAll(next);
      level = List.copyOf(next.values());
    }
    List<Step> steps = new ArrayList<>();
    add(Step.root(root), "", found, children, steps);
    return new FlowTree(steps, unread);
  }

  /** Iterators of whose children nobody has noted the newest, and of which some are there. */
  private static List<String> withoutNewest(List<FlowState> states) {
    return states.stream()
        .filter(FlowState::isIterator)
        .filter(state -> state.newestChildren().isEmpty())
        .filter(state -> StepStatus.of(state) != StepStatus.SUCCEEDED)
        .map(FlowState::id)
        .toList();
  }

  private static List<String> childrenOf(FlowState state) {
    return state.isIterator() ? state.newestChildren() : state.children();
  }

  private static void add(
      Step step,
      String above,
      Map<String, FlowState> found,
      Map<String, List<String>> children,
      List<Step> steps) {
    FlowState state = step.state();
    String path = above.isEmpty() ? step.title() : above + " / " + step.title();
    steps.add(new Step(state, step.depth(), path, step.late()));
    boolean late = step.late() || state.isFinished();
    for (String id : children.getOrDefault(state.id(), List.of())) {
      FlowState child = found.get(id);
      if (child != null) {
        add(
            new Step(child, step.depth() + 1, "", late),
            step.depth() == 0 ? "" : path,
            found,
            children,
            steps);
      }
    }
  }
}
