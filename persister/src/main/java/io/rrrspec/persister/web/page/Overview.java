package io.rrrspec.persister.web.page;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.db.RunReader;
import io.rrrspec.persister.web.Records;
import java.util.ArrayList;
import java.util.List;

/**
 * The first page: what goes on, and what was.
 *
 * @param active runs that go on or wait, oldest first
 * @param recent runs that are over, newest first
 * @param nodes the workers
 */
public record Overview(List<ActiveRun> active, List<Taskset> recent, List<NodeStore.Node> nodes) {
  private static final int RECENT = 20;

  /**
   * A run that goes on.
   *
   * @param taskset the run
   * @param progress how far it is
   */
  public record ActiveRun(Taskset taskset, TasksetStore.Progress progress) {}

  /** As it is now. */
  public static Overview of(Records records) {
    List<ActiveRun> active = new ArrayList<>();
    for (String key : records.tasksets().active()) {
      records
          .tasksets()
          .find(key)
          .ifPresent(run -> active.add(new ActiveRun(run, records.tasksets().progress(key))));
    }
    return new Overview(
        active, new RunReader(records.database()).recent(RECENT), records.nodes().all());
  }
}
