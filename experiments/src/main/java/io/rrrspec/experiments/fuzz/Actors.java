package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.server.Server;
import io.rrrspec.server.flow.FlowService;
import io.rrrspec.server.flow.FlowStarts;
import io.rrrspec.server.request.RequestService;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The loops of a server and a persister, each step by step in the caller's thread. */
final class Actors implements AutoCloseable {
  private final List<Actor> actors = new ArrayList<>();
  private final FlowService flows;
  private final Map<String, String> failures = new TreeMap<>();

  Actors(Stores stores, Database database, InstantSource clock) {
    FlowKeys flowKeys = FlowKeys.ofService(stores.keys());
    Server server = new Server("one", stores.redis(), stores.keys(), clock);
    try {
      server.announce();
    } catch (RuntimeException e) {
      // The set of all servers is damaged: this one does not start before somebody mends it.
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
    }
    RequestService requests =
        new RequestService(stores, flowKeys, () -> "http://127.0.0.1:1", clock);
    this.flows = new FlowService(stores, flowKeys, FlowStarts.none(), requests.guest(), clock);
    actors.addAll(server.actors());
    // What removes files goes by what Redis says of places on this disk.
    flows.actors().stream().filter(one -> !one.name().equals("flow-sources")).forEach(actors::add);
    actors.addAll(requests.actors());
    actors.add(
        new Persister(
            stores,
            MessageQueue.persister(stores.redis(), stores.keys(), stores.keys().server("keeper")),
            new TasksetArchive(database),
            new ClassHistory(database),
            clock));
  }

  /**
   * Lets each do one step.
   *
   * @throws Harm if one throws what is neither said to people nor due to a damaged key
   */
  void step() {
    for (Actor actor : actors) {
      try {
        actor.step();
        failures.remove(actor.name());
      } catch (RuntimeException e) {
        if (e instanceof Harm || !(Damage.isCauseOf(e) || e instanceof RrrspecException)) {
          throw new Harm(actor.name() + " throws " + e.getClass().getSimpleName(), e);
        }
        failures.put(actor.name(), String.valueOf(e.getMessage()));
      }
    }
  }

  /** The loops whose last step has failed, with what they said. */
  Map<String, String> failures() {
    return failures;
  }

  @Override
  public void close() {
    flows.close();
  }
}
