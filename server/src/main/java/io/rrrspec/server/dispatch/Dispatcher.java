package io.rrrspec.server.dispatch;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.common.store.WorkerStore.Assigned;
import io.rrrspec.common.store.WorkerStore.Left;
import io.rrrspec.common.store.WorkerStore.Seen;
import io.rrrspec.server.admission.AdmissionPlan;
import io.rrrspec.server.admission.Assignment;
import io.rrrspec.server.admission.Demand;
import io.rrrspec.server.admission.Offer;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives idle workers to active tasksets. One dispatcher leads; the others stand by. */
public final class Dispatcher implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  /** Whether the last step found that this server leads. */
  private boolean leads;

  private final String serverKey;
  private final InstantSource clock;
  private final LeaderStore leaders;
  private final TasksetStore tasksets;
  private final WorkerStore workers;
  private final JudgementStore judgements;
  private final EndedTasksets ended;
  private final Tally tally;

  /** Redis may lose a question, or the answer to it. */
  private static final long CHECK_AGAIN_AFTER = Duration.ofSeconds(10).toMillis();

  /**
   * Active tasksets with nothing left to do, and when the arbiters were asked to look at them, in
   * milliseconds.
   */
  private final Map<String, Long> checked = new HashMap<>();

  public Dispatcher(
      String serverKey, InstantSource clock, Stores stores, EndedTasksets ended, Tally tally) {
    this.serverKey = serverKey;
    this.clock = clock;
    this.leaders = stores.leaders();
    this.tasksets = stores.tasksets();
    this.workers = stores.workers();
    this.judgements = stores.judgements();
    this.ended = ended;
    this.tally = tally;
  }

  @Override
  public String name() {
    return "dispatcher";
  }

  @Override
  public boolean step() {
    leads = leaders.lead("dispatcher", serverKey, Lifetimes.LEAD);
    if (!leads) {
      ended.forget();
      return false;
    }
    List<Taskset> active = new ArrayList<>();
    List<Demand> demands = new ArrayList<>();
    List<String> keys = tasksets.active();
    ended.look(keys);
    checked.keySet().retainAll(keys);
    for (String key : keys) {
      look(key, active, demands);
    }
    if (active.isEmpty()) {
      return false;
    }
    boolean assigned = false;
    for (Assignment a : AdmissionPlan.of(demands, offers(active)).assignments()) {
      Assigned answer =
          workers.assign(a.taskset(), a.worker(), a.serving(), a.limit(), Lifetimes.RESERVATION);
      if (answer == Assigned.ASSIGNED) {
        assigned = true;
        tally.add(Count.ASSIGNMENTS);
        log.info("taskset {}: worker {} assigned", a.taskset(), a.worker());
      } else {
        // It has changed since it was looked at; the next step knows.
        log.debug("taskset {}: worker {} is {}", a.taskset(), a.worker(), answer);
      }
    }
    return assigned;
  }

  /** One taskset that cannot be read must not keep the others waiting. */
  private void look(String key, List<Taskset> active, List<Demand> demands) {
    try {
      if (tasksets.dropIfNone(key)) {
        log.warn("no taskset, so not active: {}", key);
        return;
      }
      Taskset taskset = tasksets.find(key).filter(t -> !t.status().isFinal()).orElse(null);
      Demand demand = taskset == null ? null : demand(taskset);
      if (taskset == null || demand == null || !demand.hasWork()) {
        // No tasks, over already or gone: no slave will ever ask, and its name would stay taken.
        check(key);
      }
      if (taskset != null && demand != null) {
        active.add(taskset);
        demands.add(demand);
      }
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("taskset {}: is damaged: {}", key, e.getMessage());
      check(key);
    }
  }

  private void check(String key) {
    long now = clock.millis();
    Long asked = checked.get(key);
    if (asked == null || now - asked >= CHECK_AGAIN_AFTER) {
      judgements.requestCheck(key);
      checked.put(key, now);
    }
  }

  private Demand demand(Taskset taskset) {
    String type = taskset.workerType().isEmpty() ? WorkerStore.DEFAULT_TYPE : taskset.workerType();
    boolean hasWork = tasksets.progress(taskset.key()).left() > 0;
    return new Demand(
        taskset.key(), type, taskset.maxWorkers(), taskset.needsOurWorkers(), hasWork);
  }

  private List<Offer> offers(List<Taskset> active) {
    List<Seen> all = workers.all();
    Set<String> activeKeys = active.stream().map(Taskset::key).collect(Collectors.toSet());
    if (all.stream()
        .noneMatch(seen -> seen.alive() && !seen.sick() && serves(seen, activeKeys) == null)) {
      // Nobody to give away: who is barred from what need not be read, every second.
      return List.of();
    }
    Map<String, Set<String>> barred = new HashMap<>();
    Map<String, Set<String>> takenOff = new HashMap<>();
    for (Taskset taskset : active) {
      for (Left left : workers.leftWithReason(tasksets.workerLogs(taskset.key()))) {
        barred.computeIfAbsent(left.worker(), w -> new HashSet<>()).add(taskset.key());
        if (left.sick()) {
          takenOff.computeIfAbsent(left.worker(), w -> new HashSet<>()).add(taskset.key());
        }
      }
    }
    List<Offer> offers = new ArrayList<>();
    for (Seen seen : all) {
      offers.add(
          new Offer(
              seen.key(),
              seen.workerType(),
              serves(seen, activeKeys),
              seen.alive(),
              seen.ours(),
              barred.getOrDefault(seen.key(), Set.of()),
              seen.sick(),
              takenOff.getOrDefault(seen.key(), Set.of()),
              Offer.Stay.MUST_STAY));
    }
    return offers;
  }

  /**
   * Promised something that is over by now: it is idle, and need not wait for the promise's end.
   */
  private static @Nullable String serves(Seen seen, Set<String> activeKeys) {
    return seen.reserved() && !activeKeys.contains(seen.taskset()) ? null : seen.taskset();
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    if (leads) {
      workers.awaitDispatch(limit);
    } else {
      // A wake-up is for the one who leads: taken by another, it would be lost.
      Thread.sleep(limit.toMillis());
    }
  }
}
