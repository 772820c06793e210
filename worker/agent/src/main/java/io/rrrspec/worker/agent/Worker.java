package io.rrrspec.worker.agent;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.agent.supervise.Machine;
import io.rrrspec.worker.agent.supervise.Supervisor;
import io.rrrspec.worker.agent.supervise.WarmSlaves;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves one taskset at a time: takes it, prepares the workspace, keeps its slaves going. */
public final class Worker implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  /** So often a look at a taskset whose keys are damaged is repeated: somebody may mend them. */
  private static final int MOST_DAMAGED = 5;

  /** How long a worker pauses that has lost its name. */
  private static final Duration NAMELESS = Duration.ofMillis(500);

  private final WorkerParameters settings;
  private final String key;
  private final String owner = UUID.randomUUID().toString();
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final TasksetStore tasksets;
  private final Stores stores;
  private final InstantSource clock;
  private final Machine machine;
  private final WarmSlaves warm;
  private final SlaveHeartbeats slaveHeartbeats;
  private final Announcement announcement;
  private @Nullable String offered;
  private volatile @Nullable ServedTaskset served;

  /** How many looks at it in a row have met a key that is not what it should be. */
  private int damaged;

  private volatile boolean hasName;

  /** What it serves by Redis, as the last beat was told; "" for nothing. */
  private volatile String told = "";

  /** Whether it may have its name, and has not given up what an earlier life of that held. */
  private volatile boolean begins;

  /** Whether it ever had its name: only then is there anything to take back. */
  private volatile boolean everHadName;

  /** Whether it has taken its name back, since no server of ours lives; of the heartbeat alone. */
  private boolean withdrawn;

  private volatile ServerGate gate = ServerGate.open();

  public Worker(WorkerParameters settings, RedisConnection redis, Keys keys, InstantSource clock) {
    this(settings, redis, keys, clock, Machine.THIS);
  }

  /** As above, on a machine that need not be the one of this process. */
  public Worker(
      WorkerParameters settings,
      RedisConnection redis,
      Keys keys,
      InstantSource clock,
      Machine machine) {
    this.settings = settings;
    this.key = keys.worker(settings.id());
    this.stores = new Stores(redis, keys);
    this.clock = clock;
    this.machine = machine;
    this.warm = new WarmSlaves(machine.nanoTime());
    this.workers = stores.workers();
    this.slaves = stores.slaves();
    this.slaveHeartbeats = new SlaveHeartbeats(slaves, clock);
    this.tasksets = stores.tasksets();
    this.announcement = new Announcement(key, owner, settings.sources(), stores.artifacts(), clock);
    settings.sources().onChange(this::tellArtifacts);
  }

  /** While nobody may know this worker, its next life says what it holds. */
  private void tellArtifacts() {
    if (hasName) {
      try {
        announcement.tell();
      } catch (RuntimeException e) {
        // The next step of the worker says it again, and knows better what to do with an outage.
        log.debug("worker {}: what it has is not announced: {}", key, e.toString());
      }
    }
  }

  /** Makes the worker known, and lets it take tasksets, only while the gate is open. */
  public Worker behind(ServerGate servers) {
    gate = servers;
    return this;
  }

  @Override
  public String name() {
    return "worker";
  }

  /** Its key in Redis. */
  public String key() {
    return key;
  }

  /**
   * Makes the worker known, if no other one that lives has its name; what an earlier life of it
   * held is given up.
   *
   * @return 0, or for how many milliseconds the heartbeat of the other one lives on unless that
   *     renews it
   */
  public long claim() {
    begins = true;
    long left =
        workers.claim(
            key,
            owner,
            settings.workerType(),
            settings.host(),
            settings.jdks(),
            settings.heartbeat());
    if (left == 0) {
      if (served == null) {
        // Clients plan with it before there is anything to serve.
        workers.tellPlaces(key, settings.slaves());
      }
      announcement.forget();
      everHadName = true;
      giveUpEarlierLife();
      hasName = true;
    }
    begins = false;
    return left;
  }

  private void giveUpEarlierLife() {
    String held = workers.heldTaskset(key);
    if (held != null && served == null) {
      giveUp(held, "its worker restarted");
      log.info("taskset {}: worker {} has restarted: what it held is given up", held, key);
    }
  }

  private void giveUp(String held, String reason) {
    Supervisor.abandon(slaves, key, held, tasksets.slaves(held), reason, settings.keep());
    workers.leave(key, held, "", true, settings.keep());
  }

  /**
   * Leaves what Redis says that this worker serves, which it does not: Redis has lost its last
   * writes, and among them that the worker has left. Nobody else would: it lives.
   */
  private boolean leaveAgain() {
    if (told.isEmpty()) {
      return false;
    }
    told = "";
    // What was told is some seconds old. Nobody but this thread takes anything.
    String held = workers.heldTaskset(key);
    if (held == null) {
      return false;
    }
    log.warn(
        "taskset {}: worker {} serves it by Redis, which has lost its last writes: leaves it again",
        held,
        key);
    giveUp(held, "Redis has lost its last writes");
    return true;
  }

  /** As {@link #claim}, where nobody else can have the name. */
  public void announce() {
    if (claim() != 0) {
      throw new ServiceException("the name " + settings.id() + " is held by another worker");
    }
  }

  /** The actor that says that this worker and its slaves live. */
  public Actor heartbeat() {
    return new WorkerHeartbeat(this::beat);
  }

  private void beat() {
    try {
      beatForItself();
      slaveHeartbeats.renew(runningSlaves());
    } catch (RuntimeException e) {
      slaveHeartbeats.forget();
      throw e;
    }
    settings.sources().beat();
  }

  private void beatForItself() {
    if (served == null && !gate.isOpen()) {
      withdraw();
      return;
    }
    // Also if Redis broke off in the middle of that: without a name of its own it would take
    // nothing.
    String held = begins ? null : workers.beat(key, owner, settings.heartbeat());
    if (held != null) {
      told = held;
    } else {
      boolean had = hasName || withdrawn;
      hasName = false;
      if (claim() == 0) {
        if (withdrawn) {
          log.info("worker {}: a rrrspec-java server lives: it serves", key);
        } else {
          log.warn("worker {}: was given up, and is announced again", key);
        }
        withdrawn = false;
      } else if (had) {
        withdrawn = false;
        log.error(
            "worker {}: another worker has taken the name meanwhile: this one pauses until it is"
                + " free",
            key);
      }
    }
  }

  /** Nobody shall give it anything: what it would write only a server of ours can save. */
  private void withdraw() {
    if (withdrawn) {
      return;
    }
    hasName = false;
    if (everHadName) {
      workers.retire(key, owner);
    }
    told = "";
    withdrawn = true;
    log.warn(
        "worker {}: waits, since no rrrspec-java server lives at this Redis: start one"
            + " (rrrspec-java server); a server of Ruby rrrspec cannot save what this worker"
            + " writes",
        key);
  }

  /** The keys of the slaves that run. */
  List<String> runningSlaves() {
    ServedTaskset now = served;
    return now == null ? List.of() : now.slaveKeys();
  }

  @Override
  public boolean step() {
    warm.endOld();
    if (hasName) {
      announcement.renew();
    }
    ServedTaskset current = served;
    try {
      if (current != null) {
        if (!serve(current)) {
          return false;
        }
        served = null;
        return true;
      }
      String taskset = offered;
      if (taskset == null) {
        return hasName && leaveAgain();
      }
      if (!isServed(taskset)) {
        return false;
      }
      // Kept until the answer is here: taking is repeatable, and a lost answer is asked for again.
      boolean taken = take(taskset);
      offered = null;
      if (taken) {
        log.info("taskset {}: worker {} takes it", taskset, key);
        ServedTaskset fresh =
            new ServedTaskset(taskset, settings, key, stores, clock, machine, warm, announcement);
        served = fresh;
        damaged = 0;
        if (serve(fresh)) {
          served = null;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether it is done with it. */
  private boolean serve(ServedTaskset current) throws InterruptedException {
    try {
      boolean done = true;
      if (hasName) {
        done = current.step();
      } else {
        current.abandon();
      }
      damaged = 0;
      return done;
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e) || ++damaged < MOST_DAMAGED) {
        throw e;
      }
      // It would go on so for ever, and this worker would serve no other run.
      log.error(
          "taskset {}: worker {} gives it up, damaged in Redis: {}",
          current.tasksetKey(),
          key,
          e.getMessage());
      current.giveUp();
      workers.release(key);
      tasksets.fail(current.tasksetKey(), "damaged in Redis: " + e.getMessage());
      return true;
    }
  }

  /** Whether a server of ours is there; what was offered waits for one that restarts. */
  private boolean isServed(String taskset) {
    if (gate.isServed()) {
      return true;
    }
    if (!gate.isOpen()) {
      // Who offered it gives it to another worker once this one is known no more.
      offered = null;
      log.warn("taskset {}: not taken, since no rrrspec-java server lives", taskset);
    }
    return false;
  }

  private boolean take(String taskset) {
    try {
      boolean taken = workers.take(key, taskset);
      if (!taken) {
        log.info("taskset {}: over before worker {} took it", taskset, key);
      }
      return taken;
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("set aside, no taskset that can be taken: {}: {}", taskset, e.getMessage());
      workers.release(key);
      // Given to the next worker it would come back for ever.
      tasksets.fail(taskset, "damaged in Redis: " + e.getMessage());
      return false;
    }
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    ServedTaskset current = served;
    if (current != null) {
      current.await(limit);
    } else if (hasName && offered == null) {
      offered = workers.awaitTaskset(key, limit);
    } else {
      // What is in the queue of the name is for the one that has it.
      Thread.sleep(Math.min(NAMELESS.toMillis(), limit.toMillis()));
    }
  }

  /** Ends what runs and leaves its taskset; its loop must have ended. */
  public void leave() throws InterruptedException {
    ServedTaskset current = served;
    if (current != null) {
      current.stop();
      served = null;
    }
    warm.endIdle();
  }

  /** Takes the worker's name back; its heartbeat must have ended. */
  public void retire() {
    if (begins && workers.beat(key, owner, settings.heartbeat()) != null) {
      // Redis broke off before an earlier life was given up, and only the name tells of that.
      everHadName = true;
      giveUpEarlierLife();
    }
    hasName = false;
    if (everHadName) {
      workers.retire(key, owner);
    }
  }

  /** Ends all processes without a word to Redis; for the end of this one. */
  public void kill() {
    ServedTaskset current = served;
    if (current != null) {
      current.kill();
    }
    warm.kill();
  }
}
