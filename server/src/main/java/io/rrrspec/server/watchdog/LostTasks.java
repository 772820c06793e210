package io.rrrspec.server.watchdog;

import io.rrrspec.common.store.WatchStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds orphaned tasks: by counts first, closer only where these differ, and puts back only what is
 * still missing some seconds later.
 */
final class LostTasks {
  /** Counts that agreed are compared again after this; those that did not at every look. */
  private static final Duration COUNT_AGAIN_AFTER = Duration.ofSeconds(2);

  private static final Duration LOST_AFTER = Duration.ofSeconds(5);

  private final WatchStore lives;
  private final Map<String, Memory> tasksets = new HashMap<>();

  /** What is remembered of one taskset. */
  private static final class Memory {
    /** When the counts agreed last. */
    private long agreedAt;

    /** Who held a task then: mostly the same hold one now, and the others need not be asked. */
    private Set<String> holders = Set.of();

    private @Nullable Suspicion suspicion;
  }

  /** When tasks were first seen orphaned, and which. */
  private record Suspicion(long since, Set<String> tasks) {}

  LostTasks(WatchStore lives) {
    this.lives = lives;
  }

  /** Forgets other tasksets. */
  void forgetAllBut(Collection<String> tasksetKeys) {
    tasksets.keySet().retainAll(Set.copyOf(tasksetKeys));
  }

  /**
   * Looks, and puts back what is lost.
   *
   * @param slaves those of the taskset
   * @param now milliseconds
   * @param foreignBeats whether a foreign slave without a heartbeat is dead
   * @return how many tasks were put back
   */
  long putBack(String taskset, List<String> slaves, long now, boolean foreignBeats) {
    Memory memory = tasksets.computeIfAbsent(taskset, t -> new Memory());
    Suspicion before = memory.suspicion;
    if (before == null && now - memory.agreedAt < COUNT_AGAIN_AFTER.toMillis()) {
      return 0;
    }
    if (allInHands(taskset, slaves, memory)) {
      memory.agreedAt = now;
      memory.suspicion = null;
      return 0;
    }
    if (before != null && now - before.since() < LOST_AFTER.toMillis()) {
      return 0;
    }
    Set<String> lost = lives.tasksInNobodysHands(taskset, foreignBeats);
    if (before == null) {
      memory.suspicion = new Suspicion(now, lost);
      return 0;
    }
    memory.suspicion = null;
    List<String> still = lost.stream().filter(before.tasks()::contains).toList();
    return still.isEmpty() ? 0 : lives.putBack(taskset, still, foreignBeats);
  }

  private boolean allInHands(String taskset, List<String> slaves, Memory memory) {
    long missing = lives.tasksNotQueued(taskset);
    if (missing <= 0) {
      return true;
    }
    Set<String> asked = memory.holders;
    Map<String, String> held = new HashMap<>(lives.holding(asked));
    if (new HashSet<>(held.values()).size() < missing) {
      held.putAll(lives.holding(slaves.stream().filter(s -> !asked.contains(s)).toList()));
    }
    memory.holders = Set.copyOf(held.keySet());
    // Two slaves may hold trials of one task.
    return new HashSet<>(held.values()).size() >= missing;
  }
}
