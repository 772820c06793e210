package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Redis loses what was written last, as when a replica takes over that was late: from one moment to
 * the next it stands there as it stood a while ago, and all processes are where they are.
 */
final class LostWrites {
  private static final int MOST = 2;

  private final World world;
  private final Cluster cluster;
  private final TasksetArchive archive;
  private final Runnable lookAnew;

  /** What was in SQL although Redis has lost its end. */
  private final Map<String, TasksetSeen> ended = new HashMap<>();

  /**
   * Makes it.
   *
   * @param lookAnew looks at Redis, without comparing it with what was there
   */
  LostWrites(World world, Cluster cluster, TasksetArchive archive, Runnable lookAnew) {
    this.world = world;
    this.cluster = cluster;
    this.archive = archive;
    this.lookAnew = lookAnew;
  }

  /** Draws whether and when. */
  void schedule() {
    if (world.chance().hits(0.5)) {
      return;
    }
    long times = world.chance().between(1, MOST);
    long at = 0;
    for (int n = 0; n < times; n++) {
      at += world.chance().upTo((world.weather().fineFrom() - Agenda.BEGIN) / MOST);
      long lag = lag();
      world.agenda().in(at, world.simulatedRedis()::copy);
      at += lag;
      world.agenda().in(at, () -> lose(lag));
    }
  }

  /** Mostly what a replica may lag, now and then what a dump may. */
  private long lag() {
    return world.chance().hits(0.6)
        ? world.chance().between(1, 300)
        : world.chance().between(300, 15_000);
  }

  private void lose(long lag) {
    Map<String, TasksetSeen> before = new HashMap<>();
    world.seen().tasksets().forEach(taskset -> before.put(taskset.key(), taskset));
    world.history().note("Redis loses what was written in the last " + lag + " ms");
    world.weather().count(Fault.REDIS_LOSES_WRITES);
    world.weather().restartRedis();
    world.simulatedRedis().loseWritesSinceCopy();
    cluster.redisIsAway(Fault.REDIS_LOSES_WRITES);
    lookAnew.run();
    for (TasksetSeen now : world.seen().tasksets()) {
      TasksetSeen was = before.get(now.key());
      if (was != null
          && was.isOver()
          && !now.isOver()
          && archive.isSaved(Keys.lastPart(now.key()))) {
        ended.putIfAbsent(now.key(), was);
      }
    }
  }

  /** How a taskset had ended that was in SQL when Redis lost its end; null if there was none. */
  @Nullable TasksetSeen firstEnd(String taskset) {
    return ended.get(taskset);
  }
}
