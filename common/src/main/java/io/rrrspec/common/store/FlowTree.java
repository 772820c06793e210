package io.rrrspec.common.store;

import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.redis.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a flow as they stand, in the order of the file.
 *
 * @param steps the flow itself first
 */
public record FlowTree(List<Step> steps) {
  /** Children of an iterator that are listed. */
  private static final int MOST_CHUNKS = 20;

  /**
   * One step.
   *
   * @param depth 0 for the flow itself
   * @param path its name behind those of the steps around it
   */
  public record Step(FlowState state, int depth, String path) {
    public String title() {
      String title = state.text("title");
      return title.isEmpty() ? state.type() : title;
    }

    /** In one word. */
    public String status() {
      if (!state.isFinished() && FlowOrder.of(state).isPresent()) {
        return "starts";
      }
      if (state.isCancelled()) {
        return state.number("began_ms", 0) > 0 ? "cancelled" : "not run";
      }
      return switch (state.state()) {
        case FINISHED -> state.error() == null ? "succeeded" : "failed";
        case WAITING, STARTABLE -> "waits";
        case RESTART -> "waits to be tried again";
        case IDLE, LOCKED -> "runs";
      };
    }

    /** What to say when it comes to that; empty if nothing. */
    public String progress() {
      String status = status();
      if (status.equals("waits") || status.equals("not run")) {
        return "";
      }
      return status
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
   * Reads them.
   *
   * @param root of the flow
   */
  public static FlowTree read(FlowStore flows, FlowState root) {
    List<Step> steps = new ArrayList<>();
    add(flows, root, 0, "", steps);
    return new FlowTree(steps);
  }

  private static void add(
      FlowStore flows, FlowState state, int depth, String above, List<Step> steps) {
    Step step = new Step(state, depth, "");
    String path = above.isEmpty() ? step.title() : above + " / " + step.title();
    steps.add(new Step(state, depth, path));
    List<String> ids =
        state.isIterator()
            ? flows.chunks(state.id()).stream().sorted().limit(MOST_CHUNKS).toList()
            : state.children();
    Map<String, FlowState> children = flows.find(ids);
    ids.stream()
        .map(children::get)
        .filter(child -> child != null)
        .forEach(child -> add(flows, child, depth + 1, depth == 0 ? "" : path, steps));
  }
}
