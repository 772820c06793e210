package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.persister.viewer.run.Records;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the workers do at this moment.
 *
 * @param workers those that could serve first, then by name
 * @param problem why nothing is known of them; empty if it is
 */
public record FleetPage(List<Worker> workers, String problem) {
  private static final int WORKERS = 500;
  private static final int RUNS = 100;

  /** What a worker is about. */
  public enum State {
    /** It serves a run. */
    BUSY,
    /** A run is reserved for it, and it has not taken that yet. */
    PROMISED,
    /** It waits for a run. */
    IDLE,
    /** It gets nothing for a while because it failed. */
    SICK,
    /** Nothing was heard of it for too long. */
    DEAD
  }

  /**
   * A worker.
   *
   * @param node the worker
   * @param state what it is about
   * @param run what it serves or is to serve; null if it is idle, or the run is gone
   * @param slaves what its slaves do; none if it serves nothing
   */
  public record Worker(
      NodeStore.Node node,
      State state,
      @Nullable Taskset run,
      List<SlaveActivityStore.Doing> slaves) {
    /** How many of its slaves run a test class. */
    public long running() {
      return slaves.stream().filter(slave -> slave.specFile() != null).count();
    }
  }

  /** As it is now; without Redis the load of the last hours is shown all the same. */
  public static FleetPage of(Records records) {
    try {
      List<NodeStore.Node> nodes = records.nodes().all();
      Map<String, Optional<Taskset>> runs = new HashMap<>();
      Map<String, List<SlaveActivityStore.Doing>> slaves = new HashMap<>();
      List<Worker> workers = new ArrayList<>();
      for (NodeStore.Node node : nodes.stream().limit(WORKERS).toList()) {
        String key = node.taskset();
        if (key != null && runs.size() < RUNS && !runs.containsKey(key)) {
          runs.put(key, records.tasksets().find(key));
          records.live().slaves(key).stream()
              .filter(doing -> Keys.isSlave(doing.slave()))
              .forEach(
                  doing ->
                      slaves
                          .computeIfAbsent(
                              key + " " + Keys.workerOf(doing.slave()), k -> new ArrayList<>())
                          .add(doing));
        }
        workers.add(
            new Worker(
                node,
                state(node),
                key == null ? null : runs.getOrDefault(key, Optional.empty()).orElse(null),
                slaves.getOrDefault(key + " " + records.keys().worker(node.id()), List.of())));
      }
      workers.sort(java.util.Comparator.comparing(worker -> worker.state() == State.DEAD));
      return new FleetPage(workers, "");
    } catch (RuntimeException e) {
      return new FleetPage(List.of(), "Redis does not answer: nobody knows what the workers do.");
    }
  }

  private static State state(NodeStore.Node node) {
    if (!node.alive()) {
      return State.DEAD;
    }
    if (node.sick() != null) {
      return State.SICK;
    }
    if (node.promised() != null) {
      return State.PROMISED;
    }
    return node.taskset() == null ? State.IDLE : State.BUSY;
  }
}
