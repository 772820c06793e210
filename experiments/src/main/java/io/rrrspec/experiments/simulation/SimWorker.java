package io.rrrspec.experiments.simulation;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.worker.agent.Worker;
import io.rrrspec.worker.agent.WorkerParameters;
import io.rrrspec.worker.agent.load.C2Priority;
import io.rrrspec.worker.agent.supervise.Machine;
import io.rrrspec.worker.agent.supervise.RunningSlave;
import io.rrrspec.worker.agent.workspace.Sources;
import io.rrrspec.worker.agent.workspace.WorkspaceRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host with a worker and its slaves; the worker comes back some time after it has ended. */
final class SimWorker implements Sources {
  private static final int SLAVES = 2;

  private final World world;
  private final SimHost host;
  private final String id;
  private final boolean cannotSetUp;
  private final boolean autoSlaves;
  private final SimGauges gauges;
  private final SimWorkspaces workspaces = new SimWorkspaces();
  private final List<SimSlave> slaves = new ArrayList<>();
  private int pid = 100;
  private boolean idle;
  private SimProcess process;
  private Worker worker;
  private @Nullable Repeated loop;

  SimWorker(World world, String id, boolean cannotSetUp) {
    this.world = world;
    this.host = new SimHost("host-" + id);
    this.id = id;
    this.cannotSetUp = cannotSetUp;
    Chance load = world.chance().split();
    this.autoSlaves = load.hits(0.5);
    this.gauges = new SimGauges(load);
    this.process = started();
    this.worker = worker();
  }

  private SimProcess started() {
    SimProcess fresh = new SimProcess("worker " + id, host, Fault.WORKER_DIES, false);
    fresh.onEnd(this::ended);
    new Repeated(world, fresh, "claims its name", world.chance().upTo(500), this::claim);
    return fresh;
  }

  private Worker worker() {
    WorkerParameters settings =
        new WorkerParameters(
                id,
                "default",
                host.name(),
                SLAVES,
                this,
                world.runtimeDir(),
                java.net.URI.create("redis://simulation"),
                Map.of(),
                Lifetimes.HEARTBEAT,
                Lifetimes.PERSISTED)
            .withAutoSlaves(autoSlaves);
    Machine machine =
        new Machine(
            this::start,
            SimWorker::inline,
            () -> world.agenda().millis() * 1_000_000,
            gauges,
            C2Priority.NORMAL);
    return new Worker(settings, world.redis(), world.keys(), world.agenda(), machine);
  }

  /** There is but one thread: a preparation is over when it has begun. */
  private static Thread inline(Runnable work) {
    return new Thread(work) {
      @Override
      public void start() {
        work.run();
      }
    };
  }

  private RunningSlave start(
      String workerKey,
      int number,
      String command,
      Path dir,
      Map<String, String> environment,
      String mark) {
    String taskset = String.valueOf(environment.get("RRRSPEC_TASKSET_KEY"));
    String key = Keys.slave(workerKey, Integer.toString(freePid()));
    SimSlave slave =
        new SimSlave(world, host, key, number, taskset, environment.get("RRRSPEC_LAUNCH"));
    slaves.add(slave);
    if (number >= SLAVES) {
      world.countSlaveMore();
      world.history().note(host.name() + " gets one slave more, number " + number);
    }
    var unused = slave.onExit().thenRun(this::wake);
    return slave;
  }

  /** Process ids come back. */
  private int freePid() {
    int old = pid - (int) world.chance().upTo(6);
    boolean used = slaves.stream().anyMatch(s -> s.isAlive() && s.key().endsWith(":slave:" + old));
    return used || old < 100 || world.chance().hits(0.5) ? ++pid : old;
  }

  private long claim() {
    if (worker.claim() != 0) {
      return world.chance().between(200, 1_000);
    }
    Actor heartbeat = worker.heartbeat();
    new Repeated(
        world,
        process,
        "heartbeat",
        0,
        () -> {
          heartbeat.step();
          return Lifetimes.BEAT_EVERY.toMillis();
        });
    loop = new Repeated(world, process, "worker", 1, this::step);
    return -1;
  }

  private long step() throws InterruptedException {
    if (idle) {
      // Whatever fails here, a step comes next, as in a loop.
      idle = false;
      worker.await(Duration.ZERO);
    }
    boolean worked = worker.step();
    idle = !worked;
    return worked ? world.chance().upTo(20) : world.chance().between(500, 1_000);
  }

  /** It has a taskset to take, or a slave has ended. */
  void wake() {
    Repeated running = loop;
    if (running != null && !process.isDead()) {
      running.wake();
    }
  }

  String key() {
    return worker.key();
  }

  /** Its slaves that run. */
  List<SimSlave> running() {
    slaves.removeIf(slave -> !slave.isAlive());
    return slaves;
  }

  /** The worker's process alone dies; its slaves notice that within a second or so. */
  void die() {
    if (process.isDead()) {
      return;
    }
    awaitRecovery(Fault.WORKER_DIES);
    world.history().note(process.name() + " dies");
    process.end();
  }

  /** All that runs on it is gone at once. */
  void hostDies() {
    if (process.isDead()) {
      return;
    }
    awaitRecovery(Fault.WORKER_HOST_DIES);
    world.history().note(host.name() + " dies");
    running().forEach(slave -> world.agenda().in(0, slave::kill));
    if (world.chance().hits(0.5)) {
      world.history().note(host.name() + " will come back with an empty disk");
      workspaces.clear();
    }
    process.end();
  }

  /** A workspace is deleted; the worker says so when it announces the next time. */
  boolean deleteWorkspace() {
    String name = workspaces.deleteOne(world.chance());
    if (name != null) {
      world.history().note(host.name() + " loses the workspace of " + name);
    }
    return name != null;
  }

  /** Nothing that runs on it reaches Redis for a while. */
  void cut(long millis) {
    if (millis > Lifetimes.HEARTBEAT.toMillis()) {
      awaitRecovery(Fault.WORKER_IS_CUT_OFF);
    }
    world.history().note(host.name() + " is cut off for " + millis + " ms");
    host.cut(world.agenda().millis() + millis);
  }

  /** The worker alone stands still; its slaves go on, but nobody says that they live. */
  void freeze(long millis) {
    if (process.isDead()) {
      return;
    }
    if (millis > Lifetimes.HEARTBEAT.toMillis()) {
      awaitRecovery(Fault.WORKER_FREEZES);
    }
    world.history().note(process.name() + " stands still for " + millis + " ms");
    process.freeze(world.agenda().millis() + millis);
  }

  /** It ends in order. */
  void stop() {
    if (process.isDead()) {
      return;
    }
    world.history().note(process.name() + " stops");
    world.enter(process, "stops");
    world.weather().calm();
    try {
      worker.leave();
      worker.retire();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing interrupts a simulation", e);
    } catch (RuntimeException e) {
      // Redis is away: it ends all the same.
      world.history().note(process.name() + " cannot say that it stops");
    } finally {
      world.leave();
    }
    process.end();
  }

  private void awaitRecovery(Fault fault) {
    List<String> held = running().stream().map(SimSlave::holds).filter(t -> !t.isEmpty()).toList();
    if (!held.isEmpty()) {
      world.recoveries().await(fault, now -> Trials.areClosed(now, held));
    }
  }

  private void ended() {
    loop = null;
    running().forEach(slave -> world.agenda().in(world.chance().upTo(1_200), slave::kill));
    world.agenda().in(world.chance().between(500, 20_000), this::comesBack);
  }

  private void comesBack() {
    world.history().note("worker " + id + " is started again");
    idle = false;
    process = started();
    worker = worker();
  }

  @Override
  public Path workingDir() {
    return world.runtimeDir();
  }

  @Override
  public String mark() {
    return id;
  }

  @Override
  public Path prepare(WorkspaceRequest request) {
    // What fails here is tried again after a pause of the real clock.
    world.weather().calm();
    String name = request.taskset().rsyncName();
    workspaces.fetch(name);
    request.synced().run();
    if (cannotSetUp) {
      throw new ServiceException("set-up fails here");
    }
    WantedWorkspace wanted = request.wishes().workspace();
    workspaces.setUp(name, wanted == null ? null : wanted.name());
    return world.runtimeDir();
  }

  @Override
  public void release(Taskset taskset) {}

  @Override
  public void distrust(Taskset taskset) {
    workspaces.distrust(taskset.rsyncName());
  }

  @Override
  public List<Holding> artifacts() {
    return workspaces.artifacts().stream().map(Holding::new).toList();
  }
}
