package io.rrrspec.server.dispatch;

import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TasksetStore.Active;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.common.store.WorkerStore.Left;
import io.rrrspec.common.store.WorkerStore.Seen;
import io.rrrspec.server.admission.Demand;
import io.rrrspec.server.admission.Offer;
import io.rrrspec.server.admission.Offer.Stay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at the workers, as they can be given away or asked back. */
final class Offers {
  /** What set-up has cost is not thrown away at once. */
  private static final Duration SETTLED_AFTER = Duration.ofSeconds(30);

  private final TasksetStore tasksets;
  private final WorkerStore workers;

  /** The queues of tasksets that are active, or were and still have workers. */
  private final Map<String, String> queueOf = new HashMap<>();

  Offers(Stores stores) {
    this.tasksets = stores.tasksets();
    this.workers = stores.workers();
  }

  /**
   * Looks at all workers.
   *
   * @param active what asks for workers, and is a taskset already
   * @param needs the same tasksets, by key, with the JDKs that they need
   * @param may may leave what they serve: the time now, or null if nobody is to be asked
   * @param all whether also those are of interest that are not idle
   */
  List<Offer> look(
      List<Demand> active, Map<String, Active> needs, @Nullable Instant may, boolean all) {
    List<Seen> seen = workers.all();
    Set<String> activeKeys = active.stream().map(Demand::key).collect(Collectors.toSet());
    queueOf.keySet().retainAll(seen.stream().map(Seen::taskset).collect(Collectors.toSet()));
    active.forEach(demand -> queueOf.put(demand.key(), demand.queue()));
    boolean idle = seen.stream().anyMatch(s -> isIdle(s, activeKeys));
    if (!idle && !all) {
      // Nobody to give away: who is barred from what need not be read, every second.
      return List.of();
    }
    Map<String, Set<String>> barred = new HashMap<>();
    Map<String, Set<String>> takenOff = new HashMap<>();
    if (idle) {
      readBarred(active, barred, takenOff);
      barWithoutJdks(seen, needs, barred);
    }
    Map<String, Instant> setUp = may == null ? Map.of() : workers.setUp(seen);
    List<Offer> offers = new ArrayList<>();
    for (Seen s : seen) {
      offers.add(
          new Offer(
              s.key(),
              s.workerType(),
              serves(s, activeKeys),
              s.alive(),
              s.ours(),
              barred.getOrDefault(s.key(), Set.of()),
              s.sick(),
              takenOff.getOrDefault(s.key(), Set.of()),
              s.leaves() ? Stay.LEAVES : stay(setUp.get(s.key()), may),
              queueOf.get(serves(s, activeKeys))));
    }
    return offers;
  }

  private void readBarred(
      List<Demand> active, Map<String, Set<String>> barred, Map<String, Set<String>> takenOff) {
    for (Demand demand : active) {
      for (Left left : workers.leftWithReason(tasksets.workerLogs(demand.key()))) {
        barred.computeIfAbsent(left.worker(), w -> new HashSet<>()).add(demand.key());
        if (left.sick()) {
          takenOff.computeIfAbsent(left.worker(), w -> new HashSet<>()).add(demand.key());
        }
      }
    }
  }

  /** A worker without a JDK that a taskset needs could only leave it. */
  private static void barWithoutJdks(
      List<Seen> seen, Map<String, Active> needs, Map<String, Set<String>> barred) {
    for (Active taskset : needs.values()) {
      if (!taskset.jdks().isEmpty()) {
        for (Seen worker : seen) {
          if (!worker.jdks().containsAll(taskset.jdks())) {
            barred.computeIfAbsent(worker.key(), w -> new HashSet<>()).add(taskset.key());
          }
        }
      }
    }
  }

  private static Stay stay(@Nullable Instant setUp, @Nullable Instant now) {
    return setUp != null && now != null && !setUp.plus(SETTLED_AFTER).isAfter(now)
        ? Stay.MAY_LEAVE
        : Stay.MUST_STAY;
  }

  private static boolean isIdle(Seen seen, Set<String> activeKeys) {
    return seen.alive() && !seen.sick() && serves(seen, activeKeys) == null;
  }

  /**
   * Promised something that is over by now: it is idle, and need not wait for the promise's end.
   */
  private static @Nullable String serves(Seen seen, Set<String> activeKeys) {
    return seen.reserved() && !activeKeys.contains(seen.taskset()) ? null : seen.taskset();
  }
}
