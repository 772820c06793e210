package io.rrrspec.server.dispatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which idle workers go to which tasksets, as a pure function: oldest taskset first, each up to its
 * limit. The script that carries out an assignment holds the same guards.
 *
 * @param assignments in the order in which they are to be made
 */
public record DispatchPlan(List<Assignment> assignments) {

  /**
   * A taskset that is not over.
   *
   * @param key its key
   * @param workerType the type of worker that it needs
   * @param maxWorkers at most so many
   * @param needsOurs whether only workers that announce the protocol can serve it
   * @param hasWork whether any task of it waits for a slave or will
   */
  public record Demand(
      String key, String workerType, int maxWorkers, boolean needsOurs, boolean hasWork) {}

  /**
   * A worker.
   *
   * @param key its key
   * @param workerType what it serves
   * @param taskset what it serves now or was promised to, or null: idle
   * @param alive whether it lives
   * @param ours whether it announces the protocol
   * @param barred the tasksets that it has left with a reason
   * @param sick whether it was taken off a taskset a while ago: it gets nothing
   * @param lastResort those of {@code barred} that it gets again if nobody else serves them
   */
  public record Offer(
      String key,
      String workerType,
      @Nullable String taskset,
      boolean alive,
      boolean ours,
      Set<String> barred,
      boolean sick,
      Set<String> lastResort) {
    /** One that was never taken off. */
    public Offer(
        String key,
        String workerType,
        @Nullable String taskset,
        boolean alive,
        boolean ours,
        Set<String> barred) {
      this(key, workerType, taskset, alive, ours, barred, false, Set.of());
    }
  }

  /**
   * One worker for one taskset.
   *
   * @param serving how many serve it already
   * @param limit how many may
   */
  public record Assignment(String taskset, String worker, int serving, int limit) {}

  /** Makes the plan. */
  public static DispatchPlan of(List<Demand> demands, List<Offer> offers) {
    Map<String, Integer> serving = new HashMap<>();
    for (Offer offer : offers) {
      if (offer.taskset() != null) {
        serving.merge(offer.taskset(), 1, Integer::sum);
      }
    }
    Set<String> used = new HashSet<>();
    List<Assignment> assignments = new ArrayList<>();
    for (Demand demand : demands) {
      int now = serving.getOrDefault(demand.key(), 0);
      for (Offer offer : offers) {
        if (now >= demand.maxWorkers() || !demand.hasWork()) {
          break;
        }
        if (fits(demand, offer)
            && !offer.barred().contains(demand.key())
            && used.add(offer.key())) {
          assignments.add(new Assignment(demand.key(), offer.key(), now, demand.maxWorkers()));
          now++;
        }
      }
      if (now == 0 && demand.hasWork()) {
        lastResort(demand, offers, used).ifPresent(assignments::add);
      }
    }
    return new DispatchPlan(List.copyOf(assignments));
  }

  /** A run must not wait for ever because the only worker that is left was sick once. */
  private static Optional<Assignment> lastResort(
      Demand demand, List<Offer> offers, Set<String> used) {
    return offers.stream()
        .filter(offer -> fits(demand, offer) && offer.lastResort().contains(demand.key()))
        .filter(offer -> used.add(offer.key()))
        .findFirst()
        .map(offer -> new Assignment(demand.key(), offer.key(), 0, demand.maxWorkers()));
  }

  private static boolean fits(Demand demand, Offer offer) {
    return offer.alive()
        && !offer.sick()
        && offer.taskset() == null
        && offer.workerType().equals(demand.workerType())
        && (offer.ours() || !demand.needsOurs());
  }
}
