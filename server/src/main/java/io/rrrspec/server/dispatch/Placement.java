package io.rrrspec.server.dispatch;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.TasksetStore.Active;
import io.rrrspec.server.admission.Assignment;
import io.rrrspec.server.admission.Offer;
import io.rrrspec.server.placement.Job;
import io.rrrspec.server.placement.PlacementPlan;
import io.rrrspec.server.placement.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives the slots that admission has granted to those idle workers that hold what they need. Who is
 * served, and with how many workers, stays as admission said: only workers that are alike change
 * places.
 */
final class Placement {
  /**
   * A slot and its worker.
   *
   * @param why in words, for the log of the worker
   */
  record Placed(Assignment assignment, String why) {}

  private static final Map<Reason, String> WORDS =
      Map.of(
          Reason.HAS_RESULT, "it has the workspace",
          Reason.HAS_DEPENDENCY, "it has an earlier state of the workspace",
          Reason.ANYBODY, "no idle worker has anything of it");

  private final ArtifactStore artifacts;

  Placement(ArtifactStore artifacts) {
    this.artifacts = artifacts;
  }

  /**
   * Places slots.
   *
   * @param planned what admission has granted, in order
   * @param offers all workers of the look
   * @param active the tasksets that may move, by key
   * @return as many, in the same order
   */
  List<Placed> place(List<Assignment> planned, List<Offer> offers, Map<String, Active> active) {
    Map<String, Offer> idle = new LinkedHashMap<>();
    offers.stream().filter(Offer::isIdle).forEach(offer -> idle.put(offer.key(), offer));
    // By worker type: for each the slots that may move.
    Map<String, Map<Integer, Active>> movable = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < planned.size(); i++) {
      Assignment slot = planned.get(i);
      Offer offer = idle.get(slot.worker());
      Active taskset = active.get(slot.taskset());
      if (offer != null && taskset != null && mayMove(taskset, offer, idle)) {
        movable.computeIfAbsent(offer.workerType(), t -> new LinkedHashMap<>()).put(i, taskset);
      } else {
        taken.add(slot.worker());
      }
    }
    List<Placed> placed = new ArrayList<>();
    planned.forEach(slot -> placed.add(new Placed(slot, "")));
    if (movable.isEmpty()) {
      return placed;
    }
    Map<String, Set<String>> holders = artifacts.holders(names(movable));
    movable.forEach(
        (type, slots) -> {
          List<String> free =
              idle.values().stream()
                  .filter(offer -> offer.ours() && offer.workerType().equals(type))
                  .map(Offer::key)
                  .filter(key -> !taken.contains(key))
                  .toList();
          place(slots, inOrder(slots, planned, free), holders, placed);
        });
    return placed;
  }

  /** Ours alone say what they hold; and one that has left a taskset is not like the others. */
  private static boolean mayMove(Active taskset, Offer offer, Map<String, Offer> idle) {
    return offer.ours()
        && taskset.preferredWorker() == null
        && idle.values().stream().noneMatch(other -> other.barred().contains(taskset.key()));
  }

  private static Set<String> names(Map<String, Map<Integer, Active>> movable) {
    Set<String> names = new HashSet<>();
    for (Map<Integer, Active> slots : movable.values()) {
      slots.values().forEach(taskset -> names.addAll(job("", taskset).dependencies()));
      slots.values().forEach(taskset -> names.add(job("", taskset).result()));
    }
    return names;
  }

  /** Where it does not matter it stays as admission said. */
  private static List<String> inOrder(
      Map<Integer, Active> slots, List<Assignment> planned, List<String> free) {
    List<String> order = new ArrayList<>();
    slots.keySet().forEach(i -> order.add(planned.get(i).worker()));
    free.stream().filter(key -> !order.contains(key)).forEach(order::add);
    return order;
  }

  private static void place(
      Map<Integer, Active> slots,
      List<String> workers,
      Map<String, Set<String>> holders,
      List<Placed> placed) {
    List<Job> jobs = new ArrayList<>();
    slots.forEach((i, taskset) -> jobs.add(job(Integer.toString(i), taskset)));
    PlacementPlan.of(jobs, workers, holders)
        .places()
        .forEach(
            (id, place) -> {
              int i = Integer.parseInt(id);
              Assignment slot = placed.get(i).assignment().to(place.worker());
              placed.set(i, new Placed(slot, words(place.reason(), slots.get(i))));
            });
  }

  private static String words(Reason reason, @Nullable Active taskset) {
    if (taskset != null
        && reason == Reason.HAS_DEPENDENCY
        && !taskset.artifacts().uses().isEmpty()) {
      return "it has the sources, or results that are used";
    }
    return taskset != null && reason == Reason.HAS_RESULT && taskset.artifacts().result() != null
        ? "it has made the same before"
        : WORDS.getOrDefault(reason, "");
  }

  /** A job with a result is known by that, and needs the results of others beside its sources. */
  private static Job job(String id, Active taskset) {
    String workspace = taskset.workspace();
    String result = taskset.artifacts().result();
    String project = Artifact.project(taskset.rsyncName());
    List<String> needs = new ArrayList<>();
    taskset.artifacts().uses().forEach(recipe -> needs.add(recipe.artifact()));
    if (project != null) {
      needs.add(project);
    }
    // What nobody holds, where its client did not say.
    String otherwise = workspace == null ? "none" : workspace;
    return new Job(id, result == null ? otherwise : result, needs);
  }
}
