package io.rrrspec.server.watchdog;

import io.rrrspec.common.store.WatchStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps retries moving where foreign slaves take part, and gives up those that nobody will ever
 * take: every live slave is foreign and has tried them, and no worker of ours comes.
 */
final class RetryWatch {
  private static final Logger log = LoggerFactory.getLogger(RetryWatch.class);
  private static final Duration GIVE_UP_AFTER = Duration.ofSeconds(10);

  private final WatchStore lives;
  private final InstantSource clock;

  /** By taskset: its stuck tasks, and since when in milliseconds. */
  private final Map<String, Map<String, Long>> stuck = new HashMap<>();

  RetryWatch(WatchStore lives, InstantSource clock) {
    this.lives = lives;
    this.clock = clock;
  }

  /**
   * Looks at the retries of a taskset.
   *
   * @param foreign whether foreign slaves take part
   */
  void lookAt(String taskset, boolean foreign) {
    if (!foreign && !lives.hasRetries(taskset)) {
      stuck.remove(taskset);
      return;
    }
    Map<String, Long> before = stuck.getOrDefault(taskset, Map.of());
    long now = clock.millis();
    List<String> giveUp = new ArrayList<>();
    before.forEach(
        (task, since) -> {
          if (now - since >= GIVE_UP_AFTER.toMillis()) {
            giveUp.add(task);
          }
        });
    Set<String> still = lives.settleRetries(taskset, giveUp);
    if (!giveUp.isEmpty()) {
      log.warn("taskset {}: gives up what only foreign slaves have tried: {}", taskset, giveUp);
    }
    Map<String, Long> after = new HashMap<>();
    still.forEach(task -> after.put(task, before.getOrDefault(task, now)));
    if (after.isEmpty()) {
      stuck.remove(taskset);
    } else {
      stuck.put(taskset, after);
    }
  }

  /** Forgets all tasksets but these. */
  void forgetAllBut(Collection<String> tasksetKeys) {
    stuck.keySet().retainAll(Set.copyOf(tasksetKeys));
  }
}
