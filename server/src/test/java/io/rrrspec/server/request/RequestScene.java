package io.rrrspec.server.request;

import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.ArgumentType;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.server.flow.FlowService;
import io.rrrspec.server.flow.FlowStarts;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** Two servers that carry requests on, stepped by hand; the workers are the test. */
final class RequestScene implements AutoCloseable {
  static final Requests.Writer ANYBODY = new Requests.Writer(null, OptionalLong.empty());

  final ServerScene scene;
  final Server server;
  final Stores stores;
  final Requests requests;
  private final List<FlowService> services = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final String worker;
  private int slaves;

  RequestScene(TestRedis redis) {
    scene = new ServerScene(redis);
    server = scene.server("a");
    stores = new Stores(scene.redis, scene.keys);
    FlowKeys keys = FlowKeys.ofService(scene.keys);
    requests = new Requests(stores, keys, () -> "http://here:1", scene);
    for (int i = 0; i < 2; i++) {
      RequestService service = new RequestService(stores, keys, () -> "http://here:1", scene);
      FlowService flows = new FlowService(stores, keys, FlowStarts.none(), service.guest(), scene);
      services.add(flows);
      actors.addAll(flows.actors());
      actors.addAll(service.actors());
    }
    define(
        command("build", 1, Map.of("target", new Argument(ArgumentType.TEXT, true))),
        command("test", 1, Map.of()),
        command("twice", 2, Map.of()),
        external("report", 1),
        external("again", 2));
    worker = scene.worker("w");
  }

  void define(RequestJob... jobs) {
    Map<String, RequestJob> byName = new LinkedHashMap<>();
    for (RequestJob job : jobs) {
      byName.put(job.name(), job);
    }
    stores.requestJobs().publish(byName);
  }

  static RequestJob command(String name, int trials, Map<String, Argument> args) {
    return new RequestJob(
        name,
        RequestJob.Kind.COMMAND,
        args.isEmpty() ? "do " + name : "do " + name + " {target}",
        null,
        null,
        args,
        List.of(),
        false,
        trials,
        60);
  }

  static RequestJob external(String name, int trials) {
    return new RequestJob(
        name,
        RequestJob.Kind.EXTERNAL,
        "",
        null,
        "reports",
        Map.of(),
        List.of(),
        false,
        trials,
        600);
  }

  /** Asks for jobs without arguments; returns the id. */
  String ask(String... jobs) {
    StringBuilder list = new StringBuilder();
    for (String job : jobs) {
      list.append(list.isEmpty() ? "" : ",").append("{\"name\":\"").append(job).append("\"}");
    }
    return requests
        .start(
            JsonText.parse(
                "{\"requester\":\"me\",\"program\":{\"name\":\"p\"},\"run_list\":[" + list + "]}"))
        .id();
  }

  Request find(String id) {
    return requests.find(id).orElseThrow();
  }

  /** Steps all that goes on by itself until something is so. */
  void until(BooleanSupplier done) {
    for (int i = 0; i < 2_000; i++) {
      for (Actor actor : actors) {
        actor.step();
      }
      ServerScene.step(server, "arbiter");
      if (done.getAsBoolean()) {
        return;
      }
      pause();
    }
    throw new AssertionError("it has not come about");
  }

  /** Tasks are executed on threads of their own. */
  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  List<String> active() {
    return scene.tasksets.active();
  }

  /** The run that goes on, once one does. */
  String nextRun() {
    until(() -> !active().isEmpty());
    return active().get(0);
  }

  /** A trial of the only task of the run that goes on. */
  record Work(String run, String slave, TrialStore.Claim.Run trial) {}

  Work take() {
    String run = nextRun();
    until(
        () -> {
          ServerScene.step(server, "dispatcher");
          return scene.takeGiven(worker);
        });
    slaves++;
    String slave = scene.slave(worker, run, Integer.toString(slaves));
    return new Work(run, slave, scene.claim(run, slave));
  }

  /** Ends the run, as its task did. */
  void end(Work work, TrialStatus status) {
    scene.finish(work.run(), work.slave(), work.trial(), status);
    ServerScene.step(server, "arbiter");
    stores.workers().release(worker);
  }

  @Override
  public void close() {
    services.forEach(FlowService::close);
  }
}
