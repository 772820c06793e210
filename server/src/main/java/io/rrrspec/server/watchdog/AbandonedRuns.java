package io.rrrspec.server.watchdog;

import io.rrrspec.common.store.ClientStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.TasksetStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs whose client said that it would wait and went away without a word: nobody will read their
 * result, and others wait for the workers.
 */
public final class AbandonedRuns {
  private static final Logger log = LoggerFactory.getLogger(AbandonedRuns.class);
  private static final String REASON =
      "cancelled: its client has not been heard of for " + Lifetimes.CLIENT.toSeconds() + " s";

  private final TasksetStore tasksets;
  private final ClientStore clients;

  public AbandonedRuns(TasksetStore tasksets, ClientStore clients) {
    this.tasksets = tasksets;
    this.clients = clients;
  }

  /**
   * Cancels them. To be called only by one who has watched for as long as a client's sign lives.
   */
  void cancel() {
    for (String taskset : clients.abandoned(tasksets.active())) {
      tasksets.cancel(taskset, REASON);
      log.warn("taskset {}: {}", taskset, REASON);
    }
  }
}
