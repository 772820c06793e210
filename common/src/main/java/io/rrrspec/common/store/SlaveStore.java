package io.rrrspec.common.store;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/** Slaves: their registration and their end. */
public final class SlaveStore {
  private final RedisConnection redis;

  public SlaveStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * Announces a slave.
   *
   * @param launch which of the taskset's launches it serves; null if that has only one
   * @return its life, to be shown with every claim; empty if its worker is not alive or the taskset
   *     is over
   */
  public OptionalLong register(
      String slaveKey, String tasksetKey, String host, boolean vouched, @Nullable String launch) {
    Object answer =
        redis.run(
            "register_slave",
            List.of(slaveKey, Keys.workerOf(slaveKey), tasksetKey),
            List.of(host, vouched ? "1" : "0", launch == null ? "" : launch));
    return answer instanceof Long life ? OptionalLong.of(life) : OptionalLong.empty();
  }

  /** The same for a taskset of one launch. */
  public OptionalLong register(String slaveKey, String tasksetKey, String host, boolean vouched) {
    return register(slaveKey, tasksetKey, host, vouched, null);
  }

  /**
   * How a slave ended, and what that makes of the trial that it held.
   *
   * @param status its own status
   * @param trialStatus of its open trial
   * @param lost whether the trial's host or connection went: not the test's fault
   * @param reason one line, of which the trial's reason is made
   * @param output the last of what it wrote
   * @param life which life of the id is meant, or null for any
   * @param ran the tests that ran in that moment, as they count; none if nobody knows
   */
  public record End(
      SlaveStatus status,
      TrialStatus trialStatus,
      boolean lost,
      String reason,
      String output,
      @Nullable Long life,
      List<CaseResult> ran) {
    public End {
      ran = List.copyOf(ran);
    }

    /** An end of which nobody knows what ran. */
    public End(
        SlaveStatus status,
        TrialStatus trialStatus,
        boolean lost,
        String reason,
        String output,
        @Nullable Long life) {
      this(status, trialStatus, lost, reason, output, life, List.of());
    }
  }

  /** Writes the end of a slave and closes its open trial; returns that trial's key, or "". */
  public String end(String slaveKey, String tasksetKey, End end, Duration life) {
    Long meant = end.life();
    return (String)
        redis.run(
            "end_slave",
            List.of(slaveKey, tasksetKey),
            List.of(
                end.status().text(),
                end.trialStatus().text(),
                end.lost() ? "1" : "0",
                end.reason(),
                end.output(),
                meant == null ? "" : meant.toString(),
                Long.toString(life.toSeconds()),
                CasesJson.write(end.ran()),
                Integer.toString(end.ran().size())));
  }

  /** Appends to a slave's log; the caller has bounded the text. */
  public void appendLog(String slaveKey, String text, Duration life) {
    redis.run(
        "append_log", List.of(Keys.log(slaveKey)), List.of(Long.toString(life.toSeconds()), text));
  }

  /** The open trial of a slave, or null. */
  public @Nullable String openTrial(String slaveKey) {
    Held held = held(slaveKey);
    return held == null ? null : held.trial();
  }

  /**
   * What a slave does.
   *
   * @param trial its open trial
   * @param superseded whether another trial has decided the task meanwhile
   */
  public record Held(String trial, boolean superseded) {}

  /** What a slave does, or null if it holds no trial. */
  public @Nullable Held held(String slaveKey) {
    List<String> fields = redis.commands().hmget(slaveKey, "open_trial", "superseded");
    String trial = fields.get(0);
    return trial == null || trial.isEmpty() ? null : new Held(trial, trial.equals(fields.get(1)));
  }

  /**
   * A slave that lives as Redis has it, although its process has ended.
   *
   * @param key its key
   * @param life the life that is meant
   */
  public record Ghost(String key, long life) {}

  /**
   * The ghosts of a worker in a taskset: Redis lost its last writes, and the ends of these slaves
   * with them.
   *
   * @param running the keys of its slaves whose processes run
   */
  public List<Ghost> ghosts(String tasksetKey, String workerKey, List<String> running) {
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> found =
        (List<String>) redis.run("find_ghosts", List.of(tasksetKey, workerKey), running);
    List<Ghost> ghosts = new ArrayList<>();
    for (int i = 0; i + 1 < found.size(); i += 2) {
      Long life = Fields.parseLong(found.get(i + 1));
      if (life != null) {
        ghosts.add(new Ghost(found.get(i), life));
      }
    }
    return ghosts;
  }

  /** Whether a slave has ever announced itself. */
  public boolean isRegistered(String slaveKey) {
    return redis.commands().hexists(slaveKey, "life");
  }

  /** Whether a slave, of whatever make, has ever begun a trial. */
  public boolean hasTrials(String slaveKey) {
    return redis.commands().exists(Keys.trials(slaveKey));
  }

  /**
   * Lists a foreign slave, which does not announce itself, among those of its taskset.
   *
   * @param life how long it counts as alive unless somebody says so again
   */
  public void list(String slaveKey, String tasksetKey, Duration life) {
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      pipeline.set(Keys.heartbeat(slaveKey), "alive", SetParams.setParams().px(life.toMillis()));
      // An id may come back within one taskset.
      pipeline.lrem(Keys.slaves(tasksetKey), 1, slaveKey);
      pipeline.rpush(Keys.slaves(tasksetKey), slaveKey);
      pipeline.sync();
    }
  }

  /**
   * What a trial is expected to run: its task, and what a probe runs before that or beside it; with
   * what the first task of an affinity pays, whether it is that or not.
   *
   * @return a time for each, empty where nobody knows; one of those if there is no such trial
   */
  public List<Optional<Duration>> estimatesOf(String tasksetKey, String trialKey) {
    List<@Nullable String> trial = redis.commands().hmget(trialKey, "task", "after", "beside");
    String task = trial.get(0);
    if (task == null) {
      return List.of(Optional.empty());
    }
    List<String> tasks = new ArrayList<>(List.of(task));
    String companion = trial.get(2);
    String others = companion == null ? trial.get(1) : redis.commands().hget(companion, "after");
    if (others != null) {
      others.lines().forEach(spec -> tasks.add(Keys.task(tasksetKey, spec)));
    }
    List<Response<List<String>>> answers = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      tasks.forEach(
          key -> answers.add(pipeline.hmget(key, "estimate_ms", "estimate_sec", "affinity_ms")));
      pipeline.sync();
    }
    return answers.stream().map(answer -> Optional.ofNullable(estimate(answer.get()))).toList();
  }

  private static @Nullable Duration estimate(List<String> values) {
    Fields f = new Fields(new HashMap<>());
    f.put("estimate_ms", values.get(0));
    f.put("estimate_sec", values.get(1));
    f.put("affinity_ms", values.get(2));
    return f.longestEstimate();
  }

  /** Says that slaves live; for those who look at them as foreign implementations do. */
  public void beat(List<String> slaveKeys, Duration life) {
    List<Response<String>> answers = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String key : slaveKeys) {
        answers.add(
            pipeline.set(Keys.heartbeat(key), "alive", SetParams.setParams().px(life.toMillis())));
      }
      pipeline.sync();
    }
    // A Redis that refuses writes says so in the answers alone.
    answers.forEach(Response::get);
  }

  /** Reads one with its log. */
  public Slave find(String slaveKey) {
    return new LogStore(redis).slaves(List.of(slaveKey)).get(0);
  }

  /** How a slave ended; what cannot be read is a failure. */
  static SlaveStatus status(@Nullable String text) {
    try {
      return SlaveStatus.parse(text);
    } catch (IllegalArgumentException e) {
      return SlaveStatus.FAILURE_EXIT;
    }
  }

  /** Starts the time to live of a slave's keys. */
  public void expire(String slaveKey, Duration life) {
    redis.commands().expire(slaveKey, life.toSeconds());
    redis.commands().expire(Keys.trials(slaveKey), life.toSeconds());
    redis.commands().expire(Keys.log(slaveKey), life.toSeconds());
  }
}
