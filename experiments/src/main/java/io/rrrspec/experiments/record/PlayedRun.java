package io.rrrspec.experiments.record;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Plays runs: client, worker, slaves and arbiter in one thread, each step through a real Redis. */
final class PlayedRun {
  private static final Duration LONG = Duration.ofDays(1);

  /** Steps without a task after which something is wrong with the bench. */
  private static final int PATIENCE = 50;

  private final RedisConnection redis;
  private final Keys keys;
  private final TasksetStore tasksets;
  private final TrialStore trials;
  private final SlaveStore slaves;
  private final WorkerStore workers;
  private final MessageQueue arbiter;
  private final String worker;
  private int slaveNumber = 1_000;

  private record Live(String key, long life) {}

  PlayedRun(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
    tasksets = new TasksetStore(redis, keys);
    trials = new TrialStore(redis, keys);
    slaves = new SlaveStore(redis);
    workers = new WorkerStore(redis, keys);
    arbiter = MessageQueue.arbiter(redis, keys, keys.server("judge"));
    worker = keys.worker("w");
  }

  /**
   * Plays one to its end.
   *
   * @return what its tests came to, by name, in the order of the trials that count
   */
  Map<String, List<TrialResult>> play(
      List<Made> suite, long seed, int run, int version, int maxTrials) {
    Map<String, Made> byName = new HashMap<>();
    suite.forEach(made -> byName.put(made.name(), made));
    String key =
        aTaskset()
            .withTasks(suite.stream().map(Made::name).toArray(String[]::new))
            .maxTrials(maxTrials)
            .sources("version-" + version)
            .activatedIn(tasksets);
    workers.announce(worker, "default", "host", LONG);
    workers.assign(key, worker, 0, 1, LONG);
    workers.awaitTaskset(worker, Duration.ofSeconds(1));
    workers.take(worker, key);
    Map<String, List<TrialResult>> counted = new HashMap<>();
    Map<String, Integer> tried = new HashMap<>();
    Deque<Live> live = new ArrayDeque<>();
    int idle = 0;
    while (true) {
      if (tasksets.status(key).orElseThrow().isFinal()) {
        workers.leave(worker, key, "", true, LONG);
        return counted;
      }
      if (live.isEmpty() || idle > 2) {
        live.addFirst(register(key));
      }
      Live slave = live.removeFirst();
      Claim claim = trials.claim(key, slave.key, slave.life);
      if (!(claim instanceof Claim.Run given)) {
        if (++idle > PATIENCE) {
          throw new IllegalStateException("nothing goes on in " + key + ": " + claim);
        }
        if (claim instanceof Claim.Wait) {
          live.addLast(slave);
        }
        judge();
        continue;
      }
      idle = 0;
      int trial = tried.merge(given.specFile(), 1, Integer::sum);
      Made made = Objects.requireNonNull(byName.get(given.specFile()));
      TrialResult result = made.play(seed, run, version, trial);
      if (result == null) {
        lose(key, slave);
      } else {
        counted.computeIfAbsent(made.name(), name -> new ArrayList<>()).add(result);
        trials.finish(given.trial(), slave.key, key, result);
        live.addLast(slave);
      }
      judge();
    }
  }

  private Live register(String taskset) {
    String slave = Keys.slave(worker, Integer.toString(slaveNumber++));
    long life = slaves.register(slave, taskset, "host", true).orElseThrow();
    return new Live(slave, life);
  }

  private void lose(String taskset, Live slave) {
    String trial =
        slaves.end(
            slave.key,
            taskset,
            new SlaveStore.End(
                SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, true, "gone", "", slave.life),
            LONG);
    arbiter.send("trial\t" + trial);
  }

  private void judge() {
    List<String> messages = arbiter.take(100);
    if (!messages.isEmpty()) {
      new JudgementStore(redis, keys).judge(arbiter.processing(), 5, messages);
    }
  }
}
