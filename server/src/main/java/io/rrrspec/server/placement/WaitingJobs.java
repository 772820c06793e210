package io.rrrspec.server.placement;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The jobs that no worker has, by what they make and by what they need. */
final class WaitingJobs {
  private final Map<String, Set<PendingJob>> byResult = new HashMap<>();
  private final Map<String, Set<PendingJob>> byDependency = new HashMap<>();

  void add(PendingJob job) {
    add(byResult, job.job().result(), job);
    job.job().dependencies().forEach(artifact -> add(byDependency, artifact, job));
  }

  void remove(PendingJob job) {
    remove(byResult, job.job().result(), job);
    job.job().dependencies().forEach(artifact -> remove(byDependency, artifact, job));
  }

  /** Those that make an artifact, oldest first; changes of this object do not change it. */
  List<PendingJob> making(String artifact) {
    return List.copyOf(byResult.getOrDefault(artifact, Set.of()));
  }

  /** Those that need an artifact, oldest first; changes of this object do not change it. */
  List<PendingJob> needing(String artifact) {
    return List.copyOf(byDependency.getOrDefault(artifact, Set.of()));
  }

  private static void add(Map<String, Set<PendingJob>> index, String artifact, PendingJob job) {
    index.computeIfAbsent(artifact, a -> new LinkedHashSet<>()).add(job);
  }

  private static void remove(Map<String, Set<PendingJob>> index, String artifact, PendingJob job) {
    Set<PendingJob> jobs = index.getOrDefault(artifact, Set.of());
    if (jobs.contains(job)) {
      jobs.remove(job);
      if (jobs.isEmpty()) {
        index.remove(artifact);
      }
    }
  }
}
