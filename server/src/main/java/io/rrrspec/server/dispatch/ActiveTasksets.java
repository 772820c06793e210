package io.rrrspec.server.dispatch;

import io.rrrspec.common.queue.QueueInGroup;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TasksetStore.Active;
import io.rrrspec.server.admission.Demand;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the tasksets that are not over, as they ask for workers. */
final class ActiveTasksets {
  private static final Logger log = LoggerFactory.getLogger(ActiveTasksets.class);

  /** Redis may lose a question, or the answer to it. */
  private static final long CHECK_AGAIN_AFTER = Duration.ofSeconds(10).toMillis();

  private final InstantSource clock;
  private final TasksetStore tasksets;
  private final JudgementStore judgements;
  private final EndedTasksets ended;
  private final Keys workerKeys;

  /**
   * Active tasksets with nothing left to do, and when the arbiters were asked to look at them, in
   * milliseconds.
   */
  private final Map<String, Long> checked = new HashMap<>();

  ActiveTasksets(InstantSource clock, Stores stores, EndedTasksets ended) {
    this.clock = clock;
    this.tasksets = stores.tasksets();
    this.judgements = stores.judgements();
    this.ended = ended;
    this.workerKeys = stores.keys();
  }

  /** Those of the last look that are not over, by key. */
  private Map<String, Active> last = Map.of();

  /** Another server looks at them from now on. */
  void forget() {
    ended.forget();
  }

  /** What they ask for, oldest first. */
  List<Demand> look(QueueSetup setup) {
    List<String> keys = tasksets.active();
    ended.look(keys);
    checked.keySet().retainAll(keys);
    List<String> named = new ArrayList<>();
    for (String key : keys) {
      if (tasksets.dropIfNone(key)) {
        log.warn("no taskset, so not active: {}", key);
      } else {
        named.add(key);
      }
    }
    Map<String, Active> found = tasksets.active(named);
    last = found;
    List<Demand> demands = new ArrayList<>();
    for (String key : named) {
      Active active = found.get(key);
      if (active != null && active.left() < 0) {
        log.error("taskset {}: is damaged: the list of its tasks", key);
      }
      if (active == null || active.left() <= 0) {
        // No tasks, over already or gone: no slave will ever ask, and its name would stay taken.
        check(key);
      }
      if (active != null) {
        demands.add(demand(active, setup));
      }
    }
    return demands;
  }

  /** What the last look has found, by key. */
  Map<String, Active> last() {
    return last;
  }

  private void check(String key) {
    long now = clock.millis();
    Long asked = checked.get(key);
    if (asked == null || now - asked >= CHECK_AGAIN_AFTER) {
      judgements.requestCheck(key);
      checked.put(key, now);
    }
  }

  private Demand demand(Active active, QueueSetup setup) {
    QueueInGroup place =
        QueueInGroup.of(setup, active.queueSerial(), active.queue(), active.workerType());
    String prefers = active.preferredWorker();
    return new Demand(
        active.key(),
        place.group(),
        active.maxWorkers(),
        active.needsOurs(),
        active.left() > 0,
        place.queue(),
        active.user(),
        false,
        prefers == null ? null : workerKeys.worker(prefers));
  }
}
