package io.rrrspec.server.watchdog;

import io.rrrspec.common.store.WatchStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives slaves of other implementations that wait a second trial of what runs elsewhere, as a
 * server of Ruby rrrspec does: the heartbeat of a dead one lives on for up to a minute, and its
 * task would stand still for as long.
 */
final class ForeignCopies {
  /** What is done sooner is not worth a second trial. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  private final WatchStore lives;
  private final InstantSource clock;

  /** By taskset: what runs while slaves wait, and since when this was seen, in milliseconds. */
  private final Map<String, Map<String, Candidate>> tasksets = new HashMap<>();

  private record Candidate(long since, long estimateSec) {
    /** How far it is behind its estimate: a task whose host is dead gets ahead of all others. */
    long late(long now) {
      return now - since - estimateSec * 1_000;
    }
  }

  ForeignCopies(WatchStore lives, InstantSource clock) {
    this.lives = lives;
    this.clock = clock;
  }

  /** Looks at a taskset in which slaves of other implementations take part. */
  void lookAt(String taskset) {
    Map<String, Candidate> before = tasksets.getOrDefault(taskset, Map.of());
    long now = clock.millis();
    List<String> due =
        before.entrySet().stream()
            .filter(entry -> now - entry.getValue().since() >= LEAST.toMillis())
            .sorted(
                Comparator.comparing(
                        (Map.Entry<String, Candidate> entry) -> entry.getValue().late(now))
                    .reversed()
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .toList();
    Map<String, Candidate> after = new HashMap<>();
    lives
        .offerToForeign(taskset, due)
        .forEach(
            (task, estimate) ->
                after.put(task, new Candidate(since(before.get(task), now), estimate)));
    if (after.isEmpty()) {
      tasksets.remove(taskset);
    } else {
      tasksets.put(taskset, after);
    }
  }

  private static long since(@Nullable Candidate before, long now) {
    return before == null ? now : before.since();
  }

  /** Forgets all tasksets but these. */
  void forgetAllBut(Collection<String> tasksetKeys) {
    tasksets.keySet().retainAll(Set.copyOf(tasksetKeys));
  }
}
