package io.rrrspec.experiments.simulation;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A place for a server: a new one of another name comes some time after one has ended. */
final class SimServer {
  private static final Duration NOT_AT_ALL = Duration.ZERO;

  private final World world;
  private final String place;
  private final SimHost host;
  private final Map<String, Repeated> loops = new HashMap<>();
  private int lives;
  private SimProcess process;
  private Server server;
  private String key;

  SimServer(World world, String place) {
    this.world = world;
    this.place = place;
    this.host = new SimHost("host-" + place);
    this.key = world.keys().server(place + "-0");
    this.process = process();
    this.server = start();
  }

  private SimProcess process() {
    SimProcess fresh = new SimProcess("server " + place, host, Fault.SERVER_DIES, false);
    fresh.onEnd(this::ended);
    return fresh;
  }

  private Server start() {
    world.lists().add(held());
    Server fresh = new Server(Keys.lastPart(key), world.redis(), world.keys(), world.agenda());
    new Repeated(
        world,
        process,
        "announces itself",
        world.chance().upTo(300),
        () -> {
          fresh.announce();
          fresh.actors().forEach(this::loop);
          return -1;
        });
    return fresh;
  }

  private void loop(Actor actor) {
    List<Boolean> idle = new ArrayList<>(List.of(false));
    boolean waits = actor.name().equals("arbiter") || actor.name().equals("dispatcher");
    Repeated loop =
        new Repeated(
            world,
            process,
            actor.name(),
            world.chance().upTo(100),
            () -> {
              if (idle.set(0, false) && waits) {
                actor.await(NOT_AT_ALL);
              }
              boolean worked =
                  actor.name().equals("dispatcher")
                      ? world.placements().watch(actor::step)
                      : actor.step();
              idle.set(0, !worked);
              return untilNext(actor, worked);
            });
    loops.put(actor.name(), loop);
  }

  private long untilNext(Actor actor, boolean worked) {
    if (worked) {
      return world.chance().upTo(20);
    }
    return actor.name().equals("server-heartbeat")
        ? Lifetimes.BEAT_EVERY.toMillis()
        : world.chance().between(700, 1_000);
  }

  /** What it has taken and not done. */
  private String held() {
    return Keys.processing(key, "arbiter_queue");
  }

  /** There is something in the queue that one of its actors waits for. */
  void wake(String actor) {
    Repeated loop = loops.get(actor);
    if (loop != null && !process.isDead()) {
      loop.wake();
    }
  }

  void die() {
    if (process.isDead()) {
      return;
    }
    world.history().note(process.name() + " dies");
    process.end();
  }

  /** It stands still, with whatever it holds and leads. */
  void freeze(long millis) {
    world.history().note(process.name() + " stands still for " + millis + " ms");
    process.freeze(world.agenda().millis() + millis);
    world.weather().blinds(millis);
  }

  /** It ends in order. */
  void stop() {
    if (process.isDead()) {
      return;
    }
    world.history().note(process.name() + " stops");
    world.enter(process, "stops");
    try {
      server.retire();
    } catch (RuntimeException e) {
      // Redis is away, or breaks off: it ends all the same.
      world.history().note(process.name() + " cannot say that it stops");
    } catch (io.rrrspec.common.redis.ProcessDeath e) {
      world.history().note(process.name() + " dies while it stops");
    } finally {
      world.leave();
    }
    process.end();
  }

  private void ended() {
    loops.clear();
    world.weather().blinds(0);
    String left = held();
    if (world.seen().lists().containsKey(left)) {
      world.recoveries().await(Fault.SERVER_DIES, now -> !now.lists().containsKey(left));
    }
    world.agenda().in(world.chance().between(500, 15_000), this::comesBack);
  }

  private void comesBack() {
    lives++;
    key = world.keys().server(place + "-" + lives);
    world.history().note("server " + place + " is started again");
    process = process();
    server = start();
  }
}
