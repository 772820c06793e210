package io.rrrspec.server.admission;

import io.rrrspec.common.queue.Turns;
import io.rrrspec.server.admission.AdmissionPlan.Release;
import io.rrrspec.server.admission.AdmissionPlan.Rules;
import io.rrrspec.server.admission.Offer.Stay;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Workers of one group and what they serve, changed by plans and by hand. */
final class Cluster {
  final Rules rules;
  final List<Demand> demands = new ArrayList<>();
  final Map<String, String> serves = new LinkedHashMap<>();
  final Map<String, Long> leaving = new LinkedHashMap<>();
  final List<String> served = new ArrayList<>();
  Map<String, Turns> turns = Map.of();
  long now = 1_000_000;

  Cluster(Rules rules, int workers) {
    this.rules = rules;
    for (int i = 0; i < workers; i++) {
      serves.put("worker-%03d".formatted(i), "");
    }
  }

  /** A run that always has work left. */
  Cluster with(String queue, String key, int maxWorkers) {
    return with(queue, key, maxWorkers, key);
  }

  Cluster with(String queue, String key, int maxWorkers, String user) {
    demands.add(new Demand(key, "default", maxWorkers, true, true, queue, user));
    return this;
  }

  AdmissionPlan look() {
    List<Offer> offers = new ArrayList<>();
    serves.forEach(
        (worker, taskset) ->
            offers.add(
                new Offer(
                    worker,
                    "default",
                    taskset.isEmpty() ? null : taskset,
                    true,
                    true,
                    Set.of(),
                    false,
                    Set.of(),
                    leaving.containsKey(worker) ? Stay.LEAVES : Stay.MAY_LEAVE)));
    AdmissionPlan plan = AdmissionPlan.of(rules, demands, offers, turns, now);
    turns = plan.turns();
    for (Assignment a : plan.assignments()) {
      if (!"".equals(serves.get(a.worker()))) {
        throw new AssertionError("not idle: " + a);
      }
      serves.put(a.worker(), a.taskset());
      served.add(queueOf(a.taskset()));
    }
    for (Release r : plan.releases()) {
      if (leaving.put(r.worker(), now) != null || !r.taskset().equals(serves.get(r.worker()))) {
        throw new AssertionError("cannot leave: " + r);
      }
    }
    return plan;
  }

  /** Those who were asked to leave more than so many ms ago do so. */
  void leave(long after) {
    leaving
        .entrySet()
        .removeIf(
            e -> {
              if (now - e.getValue() >= after) {
                serves.put(e.getKey(), "");
                return true;
              }
              return false;
            });
  }

  void free(String worker) {
    leaving.remove(worker);
    serves.put(worker, "");
  }

  String queueOf(String taskset) {
    return demands.stream()
        .filter(demand -> demand.key().equals(taskset))
        .map(Demand::queue)
        .findFirst()
        .orElseThrow();
  }

  /** How many workers each queue has. */
  Map<String, Integer> shares() {
    Map<String, Integer> shares = new TreeMap<>();
    serves.values().stream()
        .filter(taskset -> !taskset.isEmpty())
        .forEach(taskset -> shares.merge(queueOf(taskset), 1, Integer::sum));
    return shares;
  }

  /** How many workers each run has. */
  Map<String, Integer> runs() {
    Map<String, Integer> runs = new HashMap<>();
    serves.values().stream()
        .filter(taskset -> !taskset.isEmpty())
        .forEach(taskset -> runs.merge(taskset, 1, Integer::sum));
    return runs;
  }
}
