package io.rrrspec.client.remote;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.store.Activation;
import org.jspecify.annotations.Nullable;

/**
 * The queue that a run is served from.
 *
 * @param name its name as it was given, or null if none was
 * @param queue what is set up of it
 * @param workerType which workers may serve the run
 */
record QueueChoice(@Nullable String name, Queue queue, String workerType) {
  /**
   * Chooses it.
   *
   * @throws UsageException if there is no such queue, or other workers serve it than the run wants
   */
  static QueueChoice of(ClientSettings settings, QueueSetup setup) {
    String name = settings.queue();
    String workerType = settings.workerType();
    Queue queue = setup.get(name == null ? Queue.DEFAULT : name);
    if (name == null || setup.find(name).isEmpty() || workerType.equals(queue.group())) {
      return new QueueChoice(name, queue, workerType);
    }
    if (!workerType.equals(Queue.DEFAULT_GROUP)) {
      throw new UsageException(
          "the queue '"
              + name
              + "' is served by workers of the type '"
              + queue.group()
              + "', and worker_type is '"
              + workerType
              + "': leave worker_type out, or name another queue");
    }
    return new QueueChoice(name, queue, queue.group());
  }

  Activation activation(@Nullable String identity, @Nullable Long job) {
    return new Activation(queue, identity, job);
  }
}
