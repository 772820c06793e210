package io.rrrspec.experiments.simulation;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Lifetimes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Makes what Redis says of artifacts differ from what workers have. */
final class AnnouncementFaults {
  private final World world;
  private final List<SimWorker> workers;

  AnnouncementFaults(World world, List<SimWorker> workers) {
    this.world = world;
    this.workers = workers;
  }

  /** A workspace is gone, and still announced. */
  void deleteWorkspace() {
    List<SimWorker> order = new ArrayList<>(workers);
    while (!order.isEmpty()) {
      SimWorker worker = world.chance().oneOf(order);
      if (worker.deleteWorkspace()) {
        return;
      }
      order.remove(worker);
    }
  }

  /** A worker is said to have a workspace that it does not have. */
  void lie() {
    announce(Keys.lastPart(world.chance().oneOf(workers).key()), "is said to have");
  }

  /** A worker that is no more is said to have a workspace. */
  void announceDead() {
    announce("gone", "is no more, and is said to have");
  }

  private void announce(String worker, String what) {
    List<String> names = world.placements().workspaces();
    if (names.isEmpty()) {
      return;
    }
    String name = world.chance().oneOf(names);
    world.history().note("worker " + worker + " " + what + " " + name);
    var redis = world.simulatedRedis().behind();
    String key = world.keys().artifact(name);
    redis.hset(key, worker, "1");
    redis.expire(key, Lifetimes.ARTIFACTS.toSeconds());
  }

  /** What is announced is forgotten, as after an hour in which a worker could not repeat it. */
  void expire() {
    var redis = world.simulatedRedis().behind();
    List<String> names = new ArrayList<>(new TreeSet<>(world.placements().workspaces()));
    for (SimWorker worker : workers) {
      for (String name : new TreeSet<>(redis.smembers(Keys.artifacts(worker.key())))) {
        if (!Artifact.isWorkspace(name)) {
          names.add(name);
        }
      }
    }
    if (!names.isEmpty()) {
      String name = world.chance().oneOf(names);
      world.history().note("forgotten in Redis: who has " + name);
      redis.del(world.keys().artifact(name));
    }
  }
}
