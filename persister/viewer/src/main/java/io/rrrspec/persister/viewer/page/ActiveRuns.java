package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.viewer.run.Records;
import java.util.ArrayList;
import java.util.List;

/**
 * What goes on: the part of the first page that moves.
 *
 * @param runs runs that go on or wait, oldest first
 * @param workers how many workers live
 * @param busy how many of them serve a run
 * @param sick how many get nothing because they failed too much
 * @param problem why nothing is known of them; empty if it is
 */
public record ActiveRuns(List<ActiveRun> runs, int workers, int busy, int sick, String problem) {
  private static final int MAX = 100;

  /**
   * A run that goes on.
   *
   * @param taskset the run
   * @param progress how far it is
   */
  public record ActiveRun(Taskset taskset, TasksetStore.Progress progress) {
    /** How much of it is decided, of a hundred. */
    public int percent() {
      int done = progress.succeeded() + progress.failed();
      return progress.asked() == 0 ? 0 : (int) Math.min(100, 100L * done / progress.asked());
    }
  }

  /** As it is now; past runs are shown without Redis, too. */
  public static ActiveRuns of(Records records) {
    try {
      List<ActiveRun> active = new ArrayList<>();
      for (String key : records.tasksets().active().stream().limit(MAX).toList()) {
        records
            .tasksets()
            .find(key)
            .ifPresent(run -> active.add(new ActiveRun(run, records.tasksets().progress(key))));
      }
      List<NodeStore.Node> nodes =
          records.nodes().all().stream().filter(NodeStore.Node::alive).toList();
      int busy = (int) nodes.stream().filter(node -> node.taskset() != null).count();
      int sick = (int) nodes.stream().filter(node -> node.sick() != null).count();
      return new ActiveRuns(active, nodes.size(), busy, sick, "");
    } catch (RuntimeException e) {
      return new ActiveRuns(
          List.of(), 0, 0, 0, "Redis does not answer: runs that go on cannot be shown.");
    }
  }
}
