package io.rrrspec.persister.viewer.api;

import io.rrrspec.persister.viewer.queue.GroupRow;
import io.rrrspec.persister.viewer.queue.QueueRow;
import io.rrrspec.persister.viewer.queue.QueueRow.QueuedJob;
import io.rrrspec.persister.viewer.queue.QueueRow.QueuedRun;
import io.rrrspec.persister.viewer.queue.QueuesPage;
import io.rrrspec.persister.viewer.queue.ShareNow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All queues, by group. */
record QueuesJson(List<GroupJson> groups) {
  /** The workers of one type, and their queues in the order of the ring. */
  record GroupJson(
      String name, boolean strict, int live, int busy, int sick, List<QueueJson> queues) {
    static GroupJson of(GroupRow row) {
      return new GroupJson(
          row.name(),
          row.strict(),
          row.live(),
          row.busy(),
          row.sick(),
          row.queues().stream().map(QueueJson::of).toList());
    }
  }

  /** A queue: its settings, what it has now, and what waits in it. */
  record QueueJson(
      String name,
      int priority,
      String rate,
      String ceil,
      String discipline,
      @Nullable Integer used,
      @Nullable Double guaranteed,
      @Nullable Integer most,
      @Nullable Instant waitingSince,
      long waitingJobs,
      long waitingRuns,
      List<QueuedJob> jobs,
      List<QueuedRun> runs) {
    static QueueJson of(QueueRow row) {
      ShareNow share = row.share();
      return new QueueJson(
          row.queue().name(),
          row.queue().priority(),
          row.queue().rate().text(),
          row.queue().ceil().text(),
          row.queue().discipline().text(),
          share == null ? null : share.used(),
          share == null ? null : share.guaranteed(),
          share == null ? null : share.most(),
          row.since(),
          row.jobsWaiting(),
          row.runsWaiting(),
          row.jobs(),
          row.runs());
    }
  }

  static QueuesJson of(QueuesPage page) {
    return new QueuesJson(page.groups().stream().map(GroupJson::of).toList());
  }
}
