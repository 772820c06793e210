package io.rrrspec.client.remote;

import io.rrrspec.common.store.NodeStore.Node;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** How many slaves a run may have at once, by what the workers say that are there now. */
final class FleetSlaves {
  private FleetSlaves() {}

  /**
   * Counts the slaves of as many workers as may serve the run, those with the most. Busy workers
   * count: they may come to it later.
   *
   * @param nodes all workers
   * @param workerType which of them may serve it
   * @param jdks the versions of the JDKs that it needs
   * @param maxWorkers how many serve it at most
   * @return 0 if nobody knows
   */
  static int of(List<Node> nodes, String workerType, Set<Integer> jdks, int maxWorkers) {
    return nodes.stream()
        .filter(node -> node.alive() && node.ours() && node.sick() == null)
        .filter(node -> node.workerType().equals(workerType) && node.jdks().containsAll(jdks))
        .map(Node::slaves)
        .filter(Objects::nonNull)
        .sorted(Collections.reverseOrder())
        .limit(maxWorkers)
        .mapToInt(Integer::intValue)
        .sum();
  }
}
