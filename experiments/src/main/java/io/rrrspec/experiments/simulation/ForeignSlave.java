package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.UnifiedJedis;

/** A foreign slave: it pushes a task back at once, each time, if it has tried that task. */
final class ForeignSlave {
  private static final long BEAT_EVERY = 55_000;

  private final World world;
  private final SimProcess process;
  private final UnifiedJedis redis;
  private final String key;
  private final String taskset;
  private final Set<String> tried = new HashSet<>();
  private boolean buried;
  private String task = "";
  private String trial = "";
  private boolean diesBeforeTrial;

  ForeignSlave(World world, SimHost host, String key, String taskset) {
    this.world = world;
    this.process = new SimProcess(key, host, Fault.FOREIGN_SLAVE_DIES, true);
    this.redis = world.redis().commands();
    this.key = key;
    this.taskset = taskset;
    world.truth().lives(key);
    process.onEnd(() -> world.truth().gone(key));
    new Repeated(
        world,
        process,
        "heartbeat",
        0,
        () -> {
          ForeignHost.beat(redis, key);
          return BEAT_EVERY;
        });
    new Repeated(
        world,
        process,
        "begins",
        1,
        () -> {
          redis.rpush(Keys.slaves(taskset), key);
          new Repeated(world, process, "slave", world.chance().upTo(500), this::step);
          return -1;
        });
  }

  String key() {
    return key;
  }

  boolean isDead() {
    return process.isDead();
  }

  boolean isBuried() {
    return buried;
  }

  void bury() {
    buried = true;
  }

  void kill() {
    process.end();
  }

  /** It dies of itself. */
  void die() {
    world.history().note(key, key + " dies");
    process.end();
    String held = trial;
    if (!held.isEmpty()) {
      world
          .recoveries()
          .await(Fault.FOREIGN_SLAVE_DIES, now -> Trials.areClosed(now, List.of(held)));
    }
  }

  /** It dies with the next task in its hands, before there is a trial. */
  void dieWithNextTask() {
    diesBeforeTrial = true;
  }

  private long step() {
    if (!trial.isEmpty()) {
      finish();
      return world.chance().upTo(5);
    }
    if (!task.isEmpty()) {
      return begin();
    }
    String popped = redis.lpop(Keys.taskQueue(taskset));
    if (popped == null) {
      redis.rpush(world.keys().arbiterQueue(), "check\t" + taskset);
      return world.chance().between(100, 2_000);
    }
    if (tried.contains(popped)) {
      redis.rpush(Keys.taskQueue(taskset), popped);
      // It would be back at once; so often nobody wants to look.
      return world.chance().between(50, 300);
    }
    if (diesBeforeTrial) {
      world.weather().count(Fault.FOREIGN_SLAVE_POPS_AND_DIES);
      world.history().note(popped, key + " dies with the task in its hands");
      world
          .recoveries()
          .await(Fault.FOREIGN_SLAVE_POPS_AND_DIES, now -> Tasks.isInHands(world, now, popped));
      process.end();
      return -1;
    }
    task = popped;
    return world.chance().upTo(20);
  }

  private long begin() {
    String fresh = task + ":trial:" + world.simulatedRedis().uuid();
    tried.add(task);
    redis.hset(fresh, Map.of("task", task, "slave", key));
    redis.rpush(Keys.trials(task), fresh);
    redis.rpush(Keys.trials(key), fresh);
    trial = fresh;
    Outcome outcome = world.truth().outcome(redis.hget(task, "spec_file"));
    return outcome == Outcome.IS_SLOW
        ? world.chance().between(6_000, 14_000)
        : world.chance().between(1, 3_000);
  }

  private void finish() {
    String specFile = redis.hget(task, "spec_file");
    TrialStatus status =
        world
            .truth()
            .outcome(specFile)
            .status(
                world.truth().run(specFile),
                /* litter= */ false,
                /* litterBeside= */ false,
                /* forSpeed= */ false);
    world.truth().ended(trial, status);
    // Whatever stands there by now.
    redis.hset(trial, Map.of("status", status.text(), "stdout", "", "stderr", "", "passed", "1"));
    redis.rpush(world.keys().arbiterQueue(), "trial\t" + trial);
    trial = "";
    task = "";
  }
}
