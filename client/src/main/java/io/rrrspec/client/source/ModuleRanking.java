package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Ranks of the launches of a project, by the order of its modules that somebody has chosen, and
 * what the next run needs to know of this one for it.
 */
public final class ModuleRanking {
  private static final int CHANGED = 0;
  private static final int DEPENDS_ON_CHANGED = 1;
  private static final int UNCHANGED = 2;

  private final PreparedProject project;
  private final Map<String, Integer> ranks;

  /** Of the order {@link ModuleOrder#CHANGED} only. */
  private final BuiltFiles files;

  private ModuleRanking(PreparedProject project, Map<String, Integer> ranks, BuiltFiles files) {
    this.project = project;
    this.ranks = Map.copyOf(ranks);
    this.files = files;
  }

  /** Ranks the launches of a project as it is now. */
  public static ModuleRanking of(ModuleOrder order, PreparedProject project) {
    return switch (order) {
      case FASTEST -> new ModuleRanking(project, Map.of(), BuiltFiles.NONE);
      case BUILD -> new ModuleRanking(project, inOrderOfBuild(project.project()), BuiltFiles.NONE);
      case CHANGED -> {
        BuiltFiles now = BuiltFiles.of(project);
        Set<String> changed = now.changedSince(BuiltFiles.ofLastGreenRun(project.dir()));
        yield new ModuleRanking(project, changedFirst(project.project(), changed), now);
      }
    };
  }

  private static Map<String, Integer> inOrderOfBuild(Project project) {
    Map<String, Integer> ranks = new HashMap<>();
    Map<String, Integer> ofModules = new HashMap<>();
    for (Launch launch : project.launches()) {
      Integer next = ofModules.size();
      Integer rank = ofModules.putIfAbsent(launch.module(), next);
      ranks.put(launch.name(), rank == null ? next : rank);
    }
    return ranks;
  }

  private static Map<String, Integer> changedFirst(Project project, Set<String> changed) {
    List<Launch> launches = project.launches();
    Map<String, Integer> ranks = new HashMap<>();
    for (Launch launch : launches) {
      boolean itself = changed.contains(BuiltFiles.buildDirectory(launch));
      boolean other = !Collections.disjoint(BuiltFiles.seenBy(launch), changed);
      ranks.put(launch.name(), itself ? CHANGED : other ? DEPENDS_ON_CHANGED : UNCHANGED);
    }
    int least = ranks.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    ranks.replaceAll((name, rank) -> rank - least);
    return ranks;
  }

  /** The rank of a launch; 0 or more, and 0 for all if nobody has chosen an order. */
  int rank(String launch) {
    return ranks.getOrDefault(launch, 0);
  }

  /**
   * Notes that a run has ended. If it was green and ran all tests, the next one looks for what has
   * changed since this ranking was made.
   *
   * @param tasks the spec_files of the run
   * @param warnings gets a line if that cannot be noted: what the tests have said stays true
   */
  public void ended(Taskset run, Collection<String> tasks, Consumer<String> warnings) {
    Set<String> all =
        project.project().tests().stream().map(TestId::toString).collect(Collectors.toSet());
    if (!files.isNone()
        && run.status() == TasksetStatus.SUCCEEDED
        && !run.partial()
        && new HashSet<>(tasks).containsAll(all)) {
      try {
        files.keepAsGreen(project.dir());
      } catch (ServiceException e) {
        warnings.accept("warning: module_order: " + e.getMessage());
      }
    }
  }
}
