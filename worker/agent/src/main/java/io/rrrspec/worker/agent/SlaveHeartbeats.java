package io.rrrspec.worker.agent;

import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.SlaveStore;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The heartbeats that a worker renews for its slaves. Only foreign implementations look at them: to
 * ours the worker's own stands for its slaves. So they live longer and are renewed less often than
 * that, which spares Redis most of what waiting slaves cost it. Not thread-safe.
 */
public final class SlaveHeartbeats {
  private final SlaveStore slaves;
  private final InstantSource clock;
  private final Map<String, Long> renewed = new HashMap<>();

  public SlaveHeartbeats(SlaveStore slaves, InstantSource clock) {
    this.slaves = slaves;
    this.clock = clock;
  }

  /**
   * Renews those that are due; to be called with every beat of the worker.
   *
   * @param running the keys of all slaves that run; new ones are always due
   */
  public void renew(Collection<String> running) {
    renewed.keySet().retainAll(running);
    long now = clock.millis();
    List<String> due = running.stream().filter(slave -> isDue(slave, now)).toList();
    if (!due.isEmpty()) {
      slaves.beat(due, Lifetimes.SLAVE_HEARTBEAT);
      due.forEach(slave -> renewed.put(slave, now));
    }
  }

  /** Makes all of them due: Redis broke off, and may have lost them. */
  public void forget() {
    renewed.clear();
  }

  private boolean isDue(String slave, long now) {
    Long last = renewed.get(slave);
    // A clock that was put back would otherwise let them run out.
    return last == null || now < last || now - last >= Lifetimes.BEAT_FOR_SLAVES_EVERY.toMillis();
  }
}
