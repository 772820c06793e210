package io.rrrspec.server.placement;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A live worker: its own queues, what it has, and its asks. */
final class WorkerQueues {
  /** One wait for a job; empty: there will be none. */
  static final class Ask {
    private final WorkerQueues worker;
    private final CompletableFuture<Optional<Pick>> answer = new CompletableFuture<>();

    Ask(WorkerQueues worker) {
      this.worker = worker;
    }

    WorkerQueues worker() {
      return worker;
    }

    CompletableFuture<Optional<Pick>> answer() {
      return answer;
    }
  }

  /** Jobs whose result it holds. */
  final JobQueue first = new JobQueue(Reason.HAS_RESULT);

  /** Jobs of which it holds a dependency. */
  final JobQueue second = new JobQueue(Reason.HAS_DEPENDENCY);

  /** Jobs that it has, and that have not ended. */
  final Set<PendingJob> given = new LinkedHashSet<>();

  /** Its asks that wait; there are some only while no queue has a job for it. */
  final Set<Ask> asks = new LinkedHashSet<>();

  private final String name;

  WorkerQueues(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }
}
