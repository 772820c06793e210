package io.rrrspec.server.admission;

import io.rrrspec.common.queue.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A taskset that is not over, as it asks for workers.
 *
 * @param key its key
 * @param workerType the type of worker that it needs
 * @param maxWorkers at most so many
 * @param needsOurs whether only workers that announce the protocol can serve it
 * @param hasWork whether any task of it waits for a slave or will
 * @param queue the name of its queue
 * @param user whose it is; users take turns within a queue
 * @param ahead whether somebody wants it to be served before all others of its queue
 * @param prefers the key of the worker that it gets if that is idle; null: any
 */
public record Demand(
    String key,
    String workerType,
    int maxWorkers,
    boolean needsOurs,
    boolean hasWork,
    String queue,
    String user,
    boolean ahead,
    @Nullable String prefers) {
  /** One that prefers no worker. */
  public Demand(
      String key,
      String workerType,
      int maxWorkers,
      boolean needsOurs,
      boolean hasWork,
      String queue,
      String user,
      boolean ahead) {
    this(key, workerType, maxWorkers, needsOurs, hasWork, queue, user, ahead, null);
  }

  /** One that waits for its turn. */
  public Demand(
      String key,
      String workerType,
      int maxWorkers,
      boolean needsOurs,
      boolean hasWork,
      String queue,
      String user) {
    this(key, workerType, maxWorkers, needsOurs, hasWork, queue, user, false);
  }

  /** One that names no queue. */
  public Demand(String key, String workerType, int maxWorkers, boolean needsOurs, boolean hasWork) {
    this(key, workerType, maxWorkers, needsOurs, hasWork, Queue.DEFAULT, "");
  }
}
