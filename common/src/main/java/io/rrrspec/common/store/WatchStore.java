package io.rrrspec.common.store;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the watchdog looks at: who lives, and whether every task is in somebody's hands. */
public final class WatchStore {
  private static final int CHUNK = 100;

  /** What stands in the place of a slave is no hash: it can neither live nor die. */
  private static final List<String> NO_SLAVE = List.of("unreadable", "", "", "", "");

  private static final List<@Nullable String> NO_WORD = List.of("", "");

  private static final List<String> NO_TRIAL = List.of("unreadable", "");

  private final RedisConnection redis;

  public WatchStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** Which life of Redis this is: changes when it restarts. */
  public String redisRun() {
    return redis
        .commands()
        .info("server")
        .lines()
        .filter(line -> line.startsWith("run_id:"))
        .findFirst()
        .orElse("");
  }

  /**
   * What a slave's hash says.
   *
   * @param key its key
   * @param life which life of its id, or null if it is foreign
   * @param vouched whether its worker's heartbeat stands for its own
   * @param status how it ended; of a foreign implementation it may be how an earlier slave of that
   *     id ended
   * @param openTrial the trial that it holds, or null
   * @param owner which process had its worker's name when it registered; empty if nobody said so
   */
  public record SlaveState(
      String key,
      @Nullable Long life,
      boolean vouched,
      SlaveStatus status,
      @Nullable String openTrial,
      String owner) {
    /** Whether its end was seen and it holds nothing; also true of what is no slave at all. */
    public boolean ended() {
      return status != SlaveStatus.ALIVE && openTrial == null;
    }

    /**
     * Whether it is of ours and its worker, of a foreign implementation, has seen it end with a
     * trial.
     */
    public boolean endedWithTrial() {
      return life != null && status != SlaveStatus.ALIVE && openTrial != null;
    }

    private SlaveState withoutTrial() {
      return new SlaveState(key, life, vouched, status, null, owner);
    }
  }

  /** Reads what slaves' hashes say, in the order of the keys. */
  public List<SlaveState> states(List<String> slaveKeys) {
    List<Response<List<String>>> hashes = new ArrayList<>();
    List<Response<String>> last = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String slave : slaveKeys) {
        hashes.add(pipeline.hmget(slave, "status", "life", "vouched", "open_trial", "owner"));
        last.add(pipeline.lindex(Keys.trials(slave), -1));
      }
      pipeline.sync();
    }
    List<SlaveState> states = new ArrayList<>();
    for (int i = 0; i < slaveKeys.size(); i++) {
      List<String> hash = PipelineAnswer.of(hashes.get(i), NO_SLAVE);
      Long life = Fields.parseLong(hash.get(1));
      // Foreign implementations name the trial that they hold only as the last of their list.
      String trial =
          life != null || hash.equals(NO_SLAVE) ? hash.get(3) : PipelineAnswer.of(last.get(i), "");
      states.add(
          new SlaveState(
              slaveKeys.get(i),
              life,
              "1".equals(hash.get(2)),
              SlaveStore.status(hash.get(0)),
              trial == null || trial.isEmpty() ? null : trial,
              Objects.requireNonNullElse(hash.get(4), "")));
    }
    return withOpenTrials(states);
  }

  /** Without the trials that have a result, or are those of another slave. */
  private List<SlaveState> withOpenTrials(List<SlaveState> states) {
    Map<String, Response<List<String>>> trials = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (SlaveState slave : states) {
        String trial = slave.openTrial();
        // Our own scripts clear open_trial with the result.
        if (trial != null && slave.life() == null) {
          trials.put(trial, pipeline.hmget(trial, "status", "slave"));
        }
      }
      pipeline.sync();
    }
    List<SlaveState> open = new ArrayList<>();
    for (SlaveState slave : states) {
      Response<List<String>> looked = trials.get(slave.openTrial());
      boolean closed = slave.life() == null && looked != null && !holds(slave, looked);
      open.add(closed ? slave.withoutTrial() : slave);
    }
    return open;
  }

  private static boolean holds(SlaveState slave, Response<List<String>> looked) {
    List<String> trial = PipelineAnswer.of(looked, NO_TRIAL);
    String status = trial.get(0);
    return slave.key().equals(trial.get(1)) && (status == null || status.isEmpty());
  }

  /** Those of these workers or slaves that have a heartbeat. */
  public Set<String> living(Collection<String> ownerKeys) {
    List<String> owners = List.copyOf(ownerKeys);
    List<Response<Boolean>> beats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      owners.forEach(owner -> beats.add(pipeline.exists(Keys.heartbeat(owner))));
      pipeline.sync();
    }
    Set<String> living = new HashSet<>();
    for (int i = 0; i < owners.size(); i++) {
      if (beats.get(i).get()) {
        living.add(owners.get(i));
      }
    }
    return living;
  }

  /**
   * What a worker's hash says of whom its word stands for.
   *
   * @param owner which process has its name; empty if nobody says so
   * @param taskset what it serves; empty for nothing
   */
  public record Word(String owner, String taskset) {
    /** That of a worker of which nothing is known. */
    public static final Word NONE = new Word("", "");
  }

  /** What the hashes of these workers say. */
  public Map<String, Word> words(Collection<String> workerKeys) {
    Map<String, Response<List<String>>> looked = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      workerKeys.forEach(worker -> looked.put(worker, pipeline.hmget(worker, "owner", "taskset")));
      pipeline.sync();
    }
    Map<String, Word> words = new HashMap<>();
    looked.forEach(
        (worker, answer) -> {
          List<@Nullable String> fields = PipelineAnswer.of(answer, NO_WORD);
          words.put(
              worker,
              new Word(
                  Objects.requireNonNullElse(fields.get(0), ""),
                  Objects.requireNonNullElse(fields.get(1), "")));
        });
    return words;
  }

  /** How many undecided tasks of a taskset are not in a queue, so that a slave must hold them. */
  public long tasksNotQueued(String tasksetKey) {
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      Response<Long> left = pipeline.llen(Keys.tasksLeft(tasksetKey));
      Response<Long> queued = pipeline.llen(Keys.taskQueue(tasksetKey));
      Response<Long> retry = pipeline.llen(Keys.retryQueue(tasksetKey));
      pipeline.sync();
      return left.get() - queued.get() - retry.get();
    }
  }

  /** Which of the slaves hold a trial, and of which task: two may hold trials of one. */
  public Map<String, String> holding(Collection<String> slaveKeys) {
    Map<String, String> holding = new HashMap<>();
    for (SlaveState slave : states(List.copyOf(slaveKeys))) {
      String trial = slave.openTrial();
      if (trial != null) {
        holding.put(slave.key(), Keys.taskOf(trial));
      }
    }
    return holding;
  }

  /** Whether retries wait that only slaves of ours may take. */
  public boolean hasRetries(String tasksetKey) {
    return redis.commands().exists(Keys.retryQueue(tasksetKey));
  }

  /**
   * Keeps retries moving where foreign slaves take part.
   *
   * @param giveUp retries that have been stuck for so long that they decide their tasks as failed
   * @return the tasks that are stuck: every live slave is foreign and has tried them, and no worker
   *     of ours serves the taskset
   */
  public Set<String> settleRetries(String tasksetKey, List<String> giveUp) {
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> stuck = (List<String>) redis.run("settle_retries", List.of(tasksetKey), giveUp);
    return Set.copyOf(stuck);
  }

  /**
   * Queues running tasks a second time, since slaves of other implementations wait.
   *
   * @param tasks those that have been candidates for long enough, the first one first
   * @return the other candidates, each with its estimate in seconds, 0 if there is none
   */
  public Map<String, Long> offerToForeign(String tasksetKey, List<String> tasks) {
    @SuppressWarnings("unchecked") // the script answers with a list of strings
    List<String> left = (List<String>) redis.run("offer_to_foreign", List.of(tasksetKey), tasks);
    Map<String, Long> candidates = new HashMap<>();
    for (int i = 0; i + 1 < left.size(); i += 2) {
      Long estimate = Fields.parseLong(left.get(i + 1));
      candidates.put(left.get(i), estimate == null ? 0 : estimate);
    }
    return candidates;
  }

  /**
   * The undecided tasks that are neither queued nor held by a live slave. A task whose trial waits
   * for the arbiter is among them: it stays there only if the message was lost.
   *
   * @param foreignBeats whether a foreign slave without a heartbeat is dead
   */
  public Set<String> tasksInNobodysHands(String tasksetKey, boolean foreignBeats) {
    Set<String> queued = new HashSet<>(redis.commands().lrange(Keys.taskQueue(tasksetKey), 0, -1));
    for (String entry : redis.commands().lrange(Keys.retryQueue(tasksetKey), 0, -1)) {
      queued.add(entry.substring(entry.indexOf('\t') + 1));
    }
    List<String> left =
        redis.commands().lrange(Keys.tasksLeft(tasksetKey), 0, -1).stream()
            .filter(task -> !queued.contains(task))
            .toList();
    Set<String> nobodys = new HashSet<>();
    for (List<String> args : chunks(left, foreignBeats)) {
      @SuppressWarnings("unchecked") // the script answers with a list of strings
      List<String> lost = (List<String>) redis.run("find_lost_tasks", List.of(tasksetKey), args);
      nobodys.addAll(lost);
    }
    return nobodys;
  }

  /**
   * Puts tasks back into the queue that are still orphaned, and tells the arbiters of trials that
   * were left over; returns how many tasks that were.
   */
  public long putBack(String tasksetKey, List<String> tasks, boolean foreignBeats) {
    long all = 0;
    for (List<String> args : chunks(tasks, foreignBeats)) {
      all += (Long) redis.run("put_back_tasks", List.of(tasksetKey), args);
    }
    return all;
  }

  /** Few enough for a script that stays short. */
  private static List<List<String>> chunks(List<String> tasks, boolean foreignBeats) {
    List<List<String>> chunks = new ArrayList<>();
    for (int from = 0; from < tasks.size(); from += CHUNK) {
      List<String> args = new ArrayList<>();
      args.add(foreignBeats ? "1" : "0");
      args.addAll(tasks.subList(from, Math.min(tasks.size(), from + CHUNK)));
      chunks.add(args);
    }
    return chunks;
  }
}
