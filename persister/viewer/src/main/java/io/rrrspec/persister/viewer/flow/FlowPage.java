package io.rrrspec.persister.viewer.flow;

import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowTree;
import java.util.List;
import java.util.stream.Stream;

/**
 * One flow.
 *
 * @param row what it is, and where it stands
 * @param took how long it took, or has taken so far
 * @param failures the first steps that failed
 * @param moreFailures how many other steps failed
 * @param steps those that are drawn, from above
 * @param count how many steps there are
 */
public record FlowPage(
    FlowRow row,
    String took,
    List<Failure> failures,
    long moreFailures,
    DrawnStep steps,
    long count) {
  private static final int FAILURES = 5;

  /**
   * A step that failed.
   *
   * @param path its name behind those of the steps around it
   * @param run the id of its run; empty if it has none
   * @param error the first line of its error
   */
  public record Failure(String path, String run, String error) {}

  public static FlowPage of(FlowLook look) {
    List<Failure> failed =
        look.tree().steps().stream()
            .filter(step -> step.standing() == StepStatus.FAILED)
            .filter(step -> !step.state().fields().containsKey("children"))
            // An iterator fails by one of its children.
            .filter(step -> !step.state().isIterator() || step.state().childrenCreated() == 0)
            .map(
                step ->
                    new Failure(
                        step.path(),
                        Keys.lastPart(step.state().text("run")),
                        FlowDrawing.error(step.state())))
            .toList();
    if (failed.isEmpty() && StepStatus.of(look.root()) == StepStatus.FAILED) {
      // By a step that was not read.
      failed = List.of(new Failure(FlowRow.name(look.root()), "", FlowDrawing.error(look.root())));
    }
    return new FlowPage(
        FlowRow.of(look.root()),
        FlowRow.of(look.root()).took(look.at()),
        failed.stream().limit(FAILURES).toList(),
        Math.max(0, failed.size() - FAILURES),
        FlowDrawing.of(look),
        count(look));
  }

  /** Those that iterators make are no steps of their own. */
  private static long count(FlowLook look) {
    long count = look.tree().unread();
    int iterator = Integer.MAX_VALUE;
    for (FlowTree.Step step : look.tree().steps()) {
      if (step.depth() <= iterator) {
        iterator = step.state().isIterator() ? step.depth() : Integer.MAX_VALUE;
        count++;
      }
    }
    // The flow itself is none if it has steps.
    return Math.max(1, count - 1);
  }

  /** What stands one below the other: the steps of the flow, or the one step that it is. */
  public List<DrawnStep> top() {
    return steps.shape() == DrawnStep.Shape.CHAIN ? steps.children() : Stream.of(steps).toList();
  }

  public boolean live() {
    return row.live();
  }
}
