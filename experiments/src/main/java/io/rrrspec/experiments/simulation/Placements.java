package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.UnifiedJedis;

/**
 * Watches each step of a dispatcher: a run whose workspace an idle worker has announced goes there.
 */
final class Placements {
  /** One step of an actor; returns whether it did something. */
  interface Step {
    boolean run() throws InterruptedException;
  }

  private final World world;
  private final Map<String, String> workspaces = new LinkedHashMap<>();
  private int possible;
  private int placed;

  Placements(World world) {
    this.world = world;
  }

  /** A run is about to begin. */
  void created(String taskset, String workspace) {
    workspaces.put(taskset, workspace);
  }

  /** The workspaces of the runs so far, each once. */
  List<String> workspaces() {
    return workspaces.values().stream().distinct().sorted().toList();
  }

  /** The assignments that an idle holder could get. */
  int possible() {
    return possible;
  }

  /** Those of them that an idle holder got. */
  int placed() {
    return placed;
  }

  /** One step of a dispatcher. */
  boolean watch(Step step) throws InterruptedException {
    int before = misfortunes();
    IdleLook first = look();
    boolean whole = false;
    try {
      boolean worked = step.run();
      whole = true;
      return worked;
    } finally {
      check(first, look(), whole && before == misfortunes());
    }
  }

  private IdleLook look() {
    return IdleLook.at(redis(), world.keys(), new HashSet<>(workspaces.values()));
  }

  private UnifiedJedis redis() {
    return world.simulatedRedis().behind();
  }

  /** A call that went wrong in the step excuses it. */
  private int misfortunes() {
    return world.weather().counts().values().stream().mapToInt(Integer::intValue).sum();
  }

  private void check(IdleLook before, IdleLook after, boolean undisturbed) {
    Map<String, Set<String>> given = before.givenUntil(after);
    given.forEach((taskset, workers) -> checkPlace(taskset, workers, before, given, undisturbed));
  }

  private void checkPlace(
      String taskset,
      Set<String> workers,
      IdleLook before,
      Map<String, Set<String>> given,
      boolean undisturbed) {
    String workspace = workspaces.get(taskset);
    if (workspace == null || hasBeenLeft(taskset)) {
      return;
    }
    Set<String> free = before.idleHolders(workspace);
    given.forEach((other, taken) -> free.removeAll(other.equals(taskset) ? Set.of() : taken));
    int could = Math.min(free.size(), workers.size());
    free.retainAll(workers);
    possible += could;
    placed += free.size();
    if (undisturbed && free.size() < could) {
      throw new Violation(
          "broken: a run goes to an idle worker that has announced its workspace; it went to "
              + workers,
          taskset,
          null);
    }
  }

  /** Who has left a run does not get it again, and placement does not move it. */
  private boolean hasBeenLeft(String taskset) {
    return redis().lrange(Keys.workerLogs(taskset), 0, -1).stream()
        .anyMatch(log -> redis().hexists(log, "left"));
  }
}
