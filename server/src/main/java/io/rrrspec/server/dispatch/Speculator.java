package io.rrrspec.server.dispatch;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.SpeculationStore;
import io.rrrspec.common.store.SpeculationStore.Running;
import io.rrrspec.common.store.SpeculationStore.Tail;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers what runs long for a second trial where slaves on other hosts have nothing to do. */
public final class Speculator implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Speculator.class);

  private final String serverKey;
  private final LeaderStore leaders;
  private final TasksetStore tasksets;
  private final SpeculationStore speculation;

  public Speculator(String serverKey, Stores stores) {
    this.serverKey = serverKey;
    this.leaders = stores.leaders();
    this.tasksets = stores.tasksets();
    this.speculation = stores.speculation();
  }

  @Override
  public String name() {
    return "speculator";
  }

  @Override
  public boolean step() {
    if (leaders.lead("speculator", serverKey, Lifetimes.LEAD)) {
      tasksets.active().forEach(this::lookAt);
    }
    return false;
  }

  private void lookAt(String taskset) {
    try {
      List<String> tasks = speculation.tail(taskset).map(this::plan).orElse(List.of());
      if (!tasks.isEmpty() && speculation.offer(taskset, tasks) > 0) {
        log.info("taskset {}: may run a second time on another host: {}", taskset, tasks);
      }
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      // The dispatcher and the watchdog look at it, too, and end it.
      log.debug("taskset {}: is damaged: {}", taskset, e.getMessage());
    }
  }

  private List<String> plan(Tail tail) {
    List<Running> candidates = SpeculationPlan.candidates(tail.running());
    return candidates.isEmpty()
        ? List.of()
        : SpeculationPlan.of(candidates, speculation.hostsOf(tail.waiting())).tasks();
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(limit.toMillis());
  }
}
