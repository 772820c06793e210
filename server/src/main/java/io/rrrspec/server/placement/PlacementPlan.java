package io.rrrspec.server.placement;

import io.rrrspec.server.placement.Scheduler.Waits;
import io.rrrspec.server.placement.WorkerQueues.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Which idle worker does which job, as a pure function over one look; the rules are those of the
 * {@link Scheduler}. Nobody waits here for a worker that is busy: all workers of a look are idle,
 * so one that holds something takes its job at once, and what nobody idle holds anything of goes to
 * anybody.
 *
 * @param places by the id of the job; without those for which no worker was left
 */
public record PlacementPlan(Map<String, Place> places) {
  private static final Waits WAITS = new Waits(Duration.ofMillis(200), Duration.ofMillis(500));

  /** Where a job goes, and why there. */
  public record Place(String worker, Reason reason) {}

  public PlacementPlan {
    places = Map.copyOf(places);
  }

  /**
   * Makes the plan.
   *
   * @param jobs what is to be done, in the order of their turns
   * @param workers who is idle; who stands first goes first where it does not matter
   * @param holders by artifact, who holds it; others than idle ones do not count
   */
  public static PlacementPlan of(
      List<Job> jobs, Collection<String> workers, Map<String, ? extends Set<String>> holders) {
    Scheduler scheduler =
        new Scheduler(WAITS, wait -> CompletableFuture.completedFuture(null), most -> 0);
    List<Ask> asks = new ArrayList<>();
    Set<String> idle = new LinkedHashSet<>(workers);
    for (String worker : idle) {
      scheduler.register(worker);
    }
    holders.forEach(
        (artifact, some) ->
            some.forEach(
                worker ->
                    scheduler.complete(
                        worker, new Job("held", artifact, List.of()), Outcome.SUCCEEDED)));
    idle.forEach(worker -> asks.add(scheduler.ask(worker)));
    // All of them have their turn now: those who lose most by another worker choose first.
    jobs.stream()
        .sorted(Comparator.comparingInt(job -> choice(job, idle, holders)))
        .forEach(scheduler::schedule);
    Map<String, Place> places = new LinkedHashMap<>();
    for (Ask ask : asks) {
      Optional<Pick> pick = ask.answer().getNow(Optional.empty());
      pick.ifPresent(it -> places.put(it.job().id(), new Place(ask.worker().name(), it.reason())));
    }
    scheduler.stop();
    return new PlacementPlan(places);
  }

  private static int choice(Job job, Set<String> idle, Map<String, ? extends Set<String>> holders) {
    if (isHeld(job.result(), idle, holders)) {
      return 0;
    }
    return job.dependencies().stream().anyMatch(needed -> isHeld(needed, idle, holders)) ? 1 : 2;
  }

  private static boolean isHeld(
      String artifact, Set<String> idle, Map<String, ? extends Set<String>> holders) {
    Set<String> some = holders.get(artifact);
    return some != null && some.stream().anyMatch(idle::contains);
  }
}
