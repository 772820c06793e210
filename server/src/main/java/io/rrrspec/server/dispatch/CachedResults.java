package io.rrrspec.server.dispatch;

import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.TasksetStore.Active;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends tasksets that need not run, since a worker serves their results. The script decides: what is
 * looked at here may have changed.
 */
final class CachedResults {
  private static final Logger log = LoggerFactory.getLogger(CachedResults.class);

  private static final String GIVEN = "given";

  private final ArtifactStore artifacts;

  CachedResults(ArtifactStore artifacts) {
    this.artifacts = artifacts;
  }

  /**
   * Gives results to those tasksets that want them.
   *
   * @return whether one was given: that taskset is over now
   */
  boolean give(Collection<Active> active) {
    List<Active> wanting = active.stream().filter(Active::wantsResult).toList();
    if (wanting.isEmpty()) {
      return false;
    }
    Map<String, Set<String>> givers =
        artifacts.givers(wanting.stream().map(CachedResults::result).distinct().toList());
    boolean given = false;
    for (Active taskset : wanting) {
      String result = result(taskset);
      for (String worker : givers.getOrDefault(result, Set.of())) {
        if (artifacts.give(taskset.key(), result, worker).equals(GIVEN)) {
          log.info("taskset {}: the result of {} is given", taskset.key(), worker);
          given = true;
          break;
        }
      }
    }
    return given;
  }

  private static String result(Active taskset) {
    String result = taskset.artifacts().result();
    return result == null ? "" : result;
  }
}
