package io.rrrspec.server.admission;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Turns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which workers go to which tasksets, and which leave theirs, as a pure function over one look.
 * Groups are served apart. In a group queues under their rate come first, in turn; then, in turn,
 * too, all that are below their ceil. With no queue set up the oldest taskset is served first, up
 * to its limit.
 *
 * <p>The script that carries out an assignment holds the same guards.
 *
 * @param assignments in the order in which they are to be made
 * @param releases the workers that are asked to leave
 * @param turns by group, for the next look
 * @param sample what queues have once all of that is done, and want
 */
public record AdmissionPlan(
    List<Assignment> assignments,
    List<Release> releases,
    Map<String, Turns> turns,
    QueueSample sample) {
  public AdmissionPlan {
    assignments = List.copyOf(assignments);
    releases = List.copyOf(releases);
    turns = Map.copyOf(turns);
  }

  /**
   * A worker that is to begin nothing new, end what runs and leave.
   *
   * @param worker its key
   * @param taskset what it leaves
   * @param queue the queue that has a right to it
   */
  public record Release(String worker, String taskset, String queue) {}

  /**
   * What queues are set up to.
   *
   * @param queues all that somebody has set up, in any order
   * @param strict the groups in which every look begins at the front of the ring
   * @param reclaimAfter so long a queue waits under its rate before it gets workers back
   * @param starveAfter so long a queue of a strict group waits before it goes first once
   */
  public record Rules(
      List<Queue> queues, List<String> strict, Duration reclaimAfter, Duration starveAfter) {
    /** Nothing is set up. */
    public static final Rules NONE =
        new Rules(List.of(), List.of(), Duration.ofSeconds(5), Duration.ofSeconds(300));

    /** What somebody has set up. */
    public static Rules of(QueueSetup setup, Duration reclaimAfter, Duration starveAfter) {
      return new Rules(
          setup.queues(), List.copyOf(setup.strictGroups()), reclaimAfter, starveAfter);
    }

    public Rules {
      queues = List.copyOf(queues);
      strict = List.copyOf(strict);
    }
  }

  /**
   * Makes the plan.
   *
   * @param demands oldest first
   * @param turns what the last look has left
   * @param now the server's clock, in ms
   */
  public static AdmissionPlan of(
      Rules rules, List<Demand> demands, List<Offer> offers, Map<String, Turns> turns, long now) {
    Map<String, List<Demand>> demandsOf = new TreeMap<>();
    demands.forEach(
        demand ->
            demandsOf.computeIfAbsent(demand.workerType(), g -> new ArrayList<>()).add(demand));
    // Also those of which nothing is asked: they have a share, if none that is used.
    rules.queues().forEach(q -> demandsOf.computeIfAbsent(q.group(), g -> new ArrayList<>()));
    Map<String, List<Offer>> offersOf = new HashMap<>();
    offers.forEach(
        offer -> offersOf.computeIfAbsent(offer.workerType(), g -> new ArrayList<>()).add(offer));
    List<Assignment> assignments = new ArrayList<>();
    List<Release> releases = new ArrayList<>();
    Map<String, Turns> next = new HashMap<>();
    Map<String, Integer> live = new HashMap<>();
    List<QueueSample.Share> shares = new ArrayList<>();
    for (Map.Entry<String, List<Demand>> group : demandsOf.entrySet()) {
      String name = group.getKey();
      GroupLook look =
          new GroupLook(
              name,
              rules,
              group.getValue(),
              offersOf.getOrDefault(name, List.of()),
              turns.getOrDefault(name, Turns.NONE),
              now);
      look.assign();
      look.release();
      assignments.addAll(look.assignments());
      releases.addAll(look.releases());
      next.put(name, look.turns());
      live.put(name, look.live());
      shares.addAll(look.shares());
    }
    return new AdmissionPlan(assignments, releases, next, new QueueSample(now, live, shares));
  }

  /** Makes the plan where no queue is set up. */
  public static AdmissionPlan of(List<Demand> demands, List<Offer> offers) {
    return of(Rules.NONE, demands, offers, Map.of(), 0);
  }
}
