package io.rrrspec.experiments.simulation;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.service.Member;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place for a persister: a new one of another name comes some time after one has died. */
final class SimPersister {
  private final World world;
  private final SimHost host = new SimHost("host-persister");
  private int lives;
  private String key = "";
  private SimProcess process;
  private @Nullable Repeated loop;

  SimPersister(World world) {
    this.world = world;
    this.process = start();
  }

  private SimProcess start() {
    key = world.keys().server("persister-" + lives++);
    world.lists().add(held());
    SimProcess fresh = new SimProcess("persister", host, Fault.PERSISTER_DIES, false);
    fresh.onEnd(this::ended);
    var redis = world.redis();
    var keys = world.keys();
    MessageQueue queue = MessageQueue.persister(redis, keys, key);
    Member member = new Member(key, new ServerStore(redis, keys), List.of(queue));
    Persister persister =
        new Persister(
            new Stores(redis, keys),
            queue,
            new TasksetArchive(world.database()),
            new ClassHistory(world.database()),
            world.agenda());
    new Repeated(
        world,
        fresh,
        "announces itself",
        world.chance().upTo(300),
        () -> {
          member.announce();
          new Repeated(
              world,
              fresh,
              "heartbeat",
              Lifetimes.BEAT_EVERY.toMillis(),
              () -> {
                member.heartbeat().step();
                return Lifetimes.BEAT_EVERY.toMillis();
              });
          loop =
              new Repeated(
                  world,
                  fresh,
                  "persister",
                  0,
                  () ->
                      persister.step()
                          ? world.chance().upTo(20)
                          : world.chance().between(300, 1_000));
          return -1;
        });
    return fresh;
  }

  private String held() {
    return Keys.processing(key, "persister_queue");
  }

  void wake() {
    Repeated running = loop;
    if (running != null && !process.isDead()) {
      running.wake();
    }
  }

  void die() {
    if (process.isDead()) {
      return;
    }
    world.history().note("persister dies");
    process.end();
  }

  private void ended() {
    loop = null;
    String left = held();
    if (world.seen().lists().containsKey(left)) {
      world.recoveries().await(Fault.PERSISTER_DIES, now -> !now.lists().containsKey(left));
    }
    world
        .agenda()
        .in(
            world.chance().between(500, 15_000),
            () -> {
              world.history().note("persister is started again");
              process = start();
            });
  }
}
