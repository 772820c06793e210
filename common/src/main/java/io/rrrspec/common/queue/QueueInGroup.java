package io.rrrspec.common.queue;

/**
 * Where a taskset is served: a queue, and the group whose workers serve it. A taskset that names a
 * worker type of its own may be in a queue of another group.
 *
 * @param group the type of the workers
 * @param queue the name of the queue
 */
public record QueueInGroup(String group, String queue) {
  /**
   * Returns where a taskset is served.
   *
   * @param queue the name of the queue that it names, or a former one; empty: it names none
   * @param workerType the type of workers that it names; empty: it names none
   */
  public static QueueInGroup of(QueueSetup setup, String queue, String workerType) {
    return of(setup, -1, queue, workerType);
  }

  /**
   * The same.
   *
   * @param serial the serial number of the queue, which wins over the name: that may belong to
   *     another queue by now; -1 if it says none
   */
  public static QueueInGroup of(QueueSetup setup, int serial, String queue, String workerType) {
    Queue found =
        setup.queues().stream().filter(q -> q.serial() == serial).findFirst().orElse(null);
    if (found == null && !queue.isEmpty()) {
      found = setup.find(queue).orElse(null);
    }
    String group =
        !workerType.isEmpty() ? workerType : found != null ? found.group() : Queue.DEFAULT_GROUP;
    return new QueueInGroup(group, found == null ? Queue.DEFAULT : found.name());
  }
}
