package io.rrrspec.client.remote;

import io.rrrspec.common.jdk.Jdks;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.store.NodeStore.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says what a run that nobody serves is waiting for.
 *
 * @param served whether there is a server
 * @param nodes the workers
 * @param jdks the versions of the JDKs that the run needs
 * @param paused the name of its queue if that gets no worker at all; else null
 */
record MissingWorkers(
    boolean served, List<Node> nodes, Set<Integer> jdks, @Nullable String paused) {

  /** For a run that any JDK will do for, in a queue that is not paused. */
  MissingWorkers(boolean served, List<Node> nodes) {
    this(served, nodes, Set.of(), null);
  }

  /** As it is now for a run. */
  static MissingWorkers in(Fleet fleet, Taskset taskset) {
    return new MissingWorkers(
        fleet.stores().leaders().isLed("dispatcher"),
        fleet.stores().nodes().all(),
        fleet.stores().tasksets().jdks(taskset.key()),
        pausedQueue(fleet, taskset));
  }

  private static @Nullable String pausedQueue(Fleet fleet, Taskset taskset) {
    String queue = fleet.stores().tasksets().queue(taskset.key());
    return fleet
        .stores()
        .queues()
        .read()
        .setup()
        .find(queue.isEmpty() ? Queue.DEFAULT : queue)
        .filter(Queue::isPaused)
        .map(Queue::name)
        .orElse(null);
  }

  /**
   * One line; empty if there is a server, its queue is not paused, and there is a worker for it,
   * busy or not.
   */
  Optional<String> none(Taskset taskset) {
    if (!served) {
      return Optional.of("no server answers: the run waits for one (rrrspec-java server)");
    }
    if (paused != null) {
      return Optional.of(
          "the queue '"
              + paused
              + "' is paused, its ceil is 0: the run waits until somebody gives it more"
              + " (rrrspec-java queue ceil "
              + paused
              + " NUMBER)");
    }
    List<Node> live = nodes.stream().filter(Node::alive).toList();
    String type = type(taskset);
    if (live.isEmpty()) {
      return Optional.of(
          "there is no worker yet: the run waits for one of type '"
              + type
              + "' (rrrspec-java worker)");
    }
    if (!fitting(taskset, live).isEmpty()) {
      return Optional.empty();
    }
    List<Node> capable = capable(taskset, live);
    if (!capable.isEmpty()) {
      return Optional.of(withoutJdks(type, capable));
    }
    if (live.stream().anyMatch(node -> node.workerType().equals(type))) {
      return Optional.of(
          "the workers of type '"
              + type
              + "' are foreign and cannot run the tasks of runner '"
              + taskset.runner()
              + "': the run waits for one of ours");
    }
    return Optional.of(
        "there is no worker of type '"
            + type
            + "' (there are: "
            + types(live)
            + "): the run waits for one");
  }

  /** As {@link #none}, or that all are busy or sick. */
  Optional<String> noneFree(Taskset taskset) {
    Optional<String> none = none(taskset);
    if (none.isPresent()) {
      return none;
    }
    List<Node> fitting = fitting(taskset, nodes);
    List<Node> idle = fitting.stream().filter(node -> node.taskset() == null).toList();
    if (idle.stream().anyMatch(node -> node.sick() == null)) {
      return Optional.empty();
    }
    if (!idle.isEmpty()) {
      return Optional.of(
          "every worker of type '"
              + type(taskset)
              + "' that is not busy was taken off a run and gets none for some minutes (`client"
              + " nodes` says why): this one waits");
    }
    boolean one = fitting.size() == 1;
    return Optional.of(
        (one ? "the only worker" : "all " + fitting.size() + " workers")
            + " of type '"
            + type(taskset)
            + (one ? "' is" : "' are")
            + " busy with other runs: this one waits");
  }

  private String withoutJdks(String type, List<Node> capable) {
    Set<Integer> there = new TreeSet<>();
    capable.forEach(node -> there.addAll(node.jdks()));
    return "no worker of type '"
        + type
        + "' has JDK "
        + jdks.stream().sorted().map(String::valueOf).collect(Collectors.joining(" and "))
        + " (they have: "
        + Jdks.text(there)
        + "): the run waits for one that has; install it there, or write its directory in jdks of a"
        + " worker, and restart that worker";
  }

  private List<Node> fitting(Taskset taskset, List<Node> nodes) {
    return capable(taskset, nodes).stream().filter(node -> node.jdks().containsAll(jdks)).toList();
  }

  /** Those that could serve it if they had its JDKs. */
  private static List<Node> capable(Taskset taskset, List<Node> nodes) {
    return nodes.stream()
        .filter(Node::alive)
        .filter(node -> node.workerType().equals(type(taskset)))
        // Foreign implementations know the tasks of theirs only.
        .filter(node -> node.ours() || !taskset.needsOurWorkers())
        .toList();
  }

  private static String type(Taskset taskset) {
    return taskset.workerType().isEmpty() ? "default" : taskset.workerType();
  }

  private static String types(List<Node> live) {
    Map<String, Long> counts =
        live.stream()
            .collect(Collectors.groupingBy(Node::workerType, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + " of type '" + entry.getKey() + "'")
        .collect(Collectors.joining(", "));
  }
}
