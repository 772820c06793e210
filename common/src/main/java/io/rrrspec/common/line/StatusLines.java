package io.rrrspec.common.line;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The line {@code status}: what each group of workers does, and for whom. */
final class StatusLines {
  private final QueueStore queues;
  private final NodeStore nodes;

  StatusLines(Stores stores) {
    this.queues = stores.queues();
    this.nodes = stores.nodes();
  }

  Reply status() {
    Map<String, int[]> workers = new TreeMap<>();
    for (NodeStore.Node node : nodes.all()) {
      int[] counts = workers.computeIfAbsent(node.workerType(), type -> new int[2]);
      counts[0] += node.alive() ? 1 : 0;
      counts[1] += node.alive() && node.taskset() != null ? 1 : 0;
    }
    List<Queue> all = queues.read().setup().inOrder();
    Map<Integer, Long> waiting = queues.waiting(all.stream().map(Queue::serial).toList());
    Map<String, QueueSample.Share> shares = new HashMap<>();
    queues
        .samples(1)
        .forEach(s -> s.queues().forEach(q -> shares.put(q.group() + " " + q.name(), q)));
    Set<String> groups = new TreeSet<>(workers.keySet());
    all.forEach(q -> groups.add(q.group()));
    List<String> lines = new ArrayList<>();
    for (String group : groups) {
      int[] counts = workers.getOrDefault(group, new int[2]);
      lines.add("group " + group + " workers " + counts[0] + " busy " + counts[1]);
      for (Queue q : all) {
        if (q.group().equals(group)) {
          lines.add(
              line(q, shares.get(group + " " + q.name()), waiting.getOrDefault(q.serial(), 0L)));
        }
      }
    }
    return Reply.of(lines);
  }

  private static String line(Queue q, QueueSample.@Nullable Share share, long waiting) {
    return "queue "
        + q.name()
        + (share == null ? " waiting " + waiting : QueueHistory.text(share, waiting));
  }
}
