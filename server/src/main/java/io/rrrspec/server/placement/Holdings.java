package io.rrrspec.server.placement;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which worker holds which artifacts. */
final class Holdings {
  private final Map<String, Set<WorkerQueues>> holders = new LinkedHashMap<>();
  private final Map<WorkerQueues, Set<String>> held = new HashMap<>();

  /** Notes that a worker holds an artifact; false: that is known. */
  boolean add(WorkerQueues worker, String artifact) {
    held.computeIfAbsent(worker, w -> new LinkedHashSet<>()).add(artifact);
    return holders.computeIfAbsent(artifact, a -> new LinkedHashSet<>()).add(worker);
  }

  /** Notes that a worker holds an artifact no more; false: it did not. */
  boolean remove(WorkerQueues worker, String artifact) {
    Set<String> of = held.getOrDefault(worker, Set.of());
    if (!of.contains(artifact)) {
      return false;
    }
    of.remove(artifact);
    if (of.isEmpty()) {
      held.remove(worker);
    }
    removeHolder(worker, artifact);
    return true;
  }

  /** Forgets a worker. */
  void removeAll(WorkerQueues worker) {
    Set<String> of = held.remove(worker);
    if (of != null) {
      of.forEach(artifact -> removeHolder(worker, artifact));
    }
  }

  private void removeHolder(WorkerQueues worker, String artifact) {
    Set<WorkerQueues> of = holders.getOrDefault(artifact, Set.of());
    of.remove(worker);
    if (of.isEmpty()) {
      holders.remove(artifact);
    }
  }

  /** Those who hold an artifact, in the order in which they said so. */
  Set<WorkerQueues> of(String artifact) {
    return holders.getOrDefault(artifact, Set.of());
  }

  void clear() {
    holders.clear();
    held.clear();
  }
}
