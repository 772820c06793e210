package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import redis.clients.jedis.UnifiedJedis;

/**
 * The workers that could be given a run at one moment.
 *
 * @param idle the keys of workers of ours that live and have nothing to do
 * @param given the taskset that each worker is reserved for, by the worker's key
 * @param holders by workspace, the keys of the workers that have announced it
 */
record IdleLook(Set<String> idle, Map<String, String> given, Map<String, Set<String>> holders) {
  IdleLook {
    idle = Set.copyOf(idle);
    given = Map.copyOf(given);
    holders = Map.copyOf(holders);
  }

  /** Reads them from Redis, behind the back of all processes. */
  static IdleLook at(UnifiedJedis redis, Keys keys, Set<String> workspaces) {
    Set<String> idle = new HashSet<>();
    Map<String, String> given = new HashMap<>();
    for (String worker : new TreeSet<>(redis.smembers(keys.workers()))) {
      String reserved = redis.get(Keys.reservation(worker));
      if (reserved != null) {
        given.put(worker, reserved);
      }
      Map<String, String> fields = redis.hgetAll(worker);
      if (reserved == null
          && fields.getOrDefault("taskset", "").isEmpty()
          && !fields.getOrDefault("protocol", "").isEmpty()
          && redis.llen(Keys.workerQueue(worker)) == 0
          && redis.exists(Keys.heartbeat(worker))
          && !redis.exists(Keys.sick(worker))) {
        idle.add(worker);
      }
    }
    Map<String, Set<String>> holders = new HashMap<>();
    for (String workspace : workspaces) {
      Set<String> some = new HashSet<>();
      redis.hkeys(keys.artifact(workspace)).forEach(id -> some.add(keys.worker(id)));
      holders.put(workspace, some);
    }
    return new IdleLook(idle, given, holders);
  }

  /** The workers that were idle here and are given a taskset in a later look, by the taskset. */
  Map<String, Set<String>> givenUntil(IdleLook later) {
    Map<String, Set<String>> found = new HashMap<>();
    later.given.forEach(
        (worker, taskset) -> {
          if (idle.contains(worker)) {
            found.computeIfAbsent(taskset, t -> new HashSet<>()).add(worker);
          }
        });
    return found;
  }

  /** The idle workers that have announced a workspace. */
  Set<String> idleHolders(String workspace) {
    Set<String> some = new HashSet<>(holders.getOrDefault(workspace, Set.of()));
    some.retainAll(idle);
    return some;
  }
}
