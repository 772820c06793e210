package io.rrrspec.common.store;

import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.queue.Turn;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/** Workers: their announcement, what they are given, and what they did. */
public final class WorkerStore {
  /** What ours announce; foreign implementations announce nothing. */
  public static final String PROTOCOL = "1";

  /** The type of a worker, and of a taskset, that names none. */
  public static final String DEFAULT_TYPE = "default";

  private static final List<String> NO_FIELDS = List.of("", "", "", "", "");

  private final RedisConnection redis;
  private final Keys keys;

  public WorkerStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Announces a worker, idle, and says that it lives. */
  public void announce(String workerKey, String workerType, String host, Duration life) {
    beat(workerKey, life);
    redis
        .commands()
        .hset(
            workerKey,
            Map.of("worker_type", workerType, "taskset", "", "protocol", PROTOCOL, "host", host));
    redis.commands().sadd(keys.workers(), workerKey);
    redis.commands().rpush(keys.dispatcherQueue(), "0");
  }

  /**
   * Announces a worker under a name that is its own alone. What an earlier life of the name held is
   * still in its hand: see {@link #heldTaskset}.
   *
   * @param owner the process that asks; another one of the same name is another owner
   * @return 0 if the name is the owner's, else for how many milliseconds the heartbeat of the other
   *     one lives on unless that renews it
   */
  public long claim(String workerKey, String owner, String workerType, String host, Duration life) {
    return claim(workerKey, owner, workerType, host, Set.of(), life);
  }

  /**
   * As {@link #claim(String, String, String, String, Duration)}.
   *
   * @param jdks the versions of the JDKs that the worker has
   */
  public long claim(
      String workerKey,
      String owner,
      String workerType,
      String host,
      Set<Integer> jdks,
      Duration life) {
    return (Long)
        redis.run(
            "claim_worker",
            List.of(workerKey, keys.workers(), keys.dispatcherQueue()),
            List.of(
                owner,
                workerType,
                host,
                PROTOCOL,
                Long.toString(life.toMillis()),
                JdkField.write(jdks)));
  }

  /** The host of the worker that has a name; empty if that does not say. */
  public String hostOf(String workerKey) {
    String host = redis.commands().hget(workerKey, "host");
    return host == null ? "" : host;
  }

  /** The taskset that a worker serves, or null. */
  public @Nullable String heldTaskset(String workerKey) {
    return blankToNull(redis.commands().hget(workerKey, "taskset"));
  }

  /**
   * What a worker serves.
   *
   * @param taskset the taskset
   * @param leaves whether the worker was asked to leave it
   */
  public record Held(String taskset, boolean leaves) {}

  /** What a worker serves, or null. */
  public @Nullable Held held(String workerKey) {
    List<@Nullable String> fields = redis.commands().hmget(workerKey, "taskset", "leaving");
    String taskset = blankToNull(fields.get(0));
    return taskset == null ? null : new Held(taskset, taskset.equals(fields.get(1)));
  }

  /**
   * Says that a worker lives.
   *
   * @return false if nobody knows the worker any more: it was given up, and has to announce itself
   */
  public boolean beat(String workerKey, Duration life) {
    redis
        .commands()
        .set(Keys.heartbeat(workerKey), "alive", SetParams.setParams().px(life.toMillis()));
    return redis.commands().hexists(workerKey, "worker_type");
  }

  /**
   * Says that the owner of a name lives.
   *
   * @return the taskset that the worker serves as Redis has it, "" for none; null if the name is
   *     not its own any more: it was given up, and has to claim it again
   */
  public @Nullable String beat(String workerKey, String owner, Duration life) {
    return (String)
        redis.run(
            "beat_worker", List.of(workerKey), List.of(owner, Long.toString(life.toMillis())));
  }

  /** Takes a worker's name back, if it is still the owner's. */
  public void retire(String workerKey, String owner) {
    redis.run("retire_worker", List.of(workerKey, keys.workers()), List.of(owner));
  }

  /** Makes a worker idle again that could not take what was in its queue. */
  public void release(String workerKey) {
    redis.commands().hset(workerKey, "taskset", "");
    redis.commands().del(Keys.reservation(workerKey));
    redis.commands().rpush(keys.dispatcherQueue(), "0");
  }

  /** Takes a worker's name back. */
  public void retire(String workerKey) {
    redis.commands().srem(keys.workers(), workerKey);
    RawMembers.remove(redis, keys.workers(), List.of(workerKey));
    redis
        .commands()
        .del(
            workerKey,
            Keys.heartbeat(workerKey),
            Keys.workerQueue(workerKey),
            Keys.reservation(workerKey));
  }

  /**
   * One worker, as the dispatcher sees it.
   *
   * @param key its key
   * @param workerType what it serves
   * @param taskset the taskset that it serves or is about to take, or null
   * @param reserved whether only its reservation says so, which foreign implementations never
   *     delete
   * @param alive whether its heartbeat is there
   * @param ours whether it announces the protocol
   * @param sick whether it was taken off a taskset a while ago: it gets nothing
   * @param leaves whether it was asked to leave the taskset that it serves
   * @param jdks the versions of the JDKs that it has
   */
  public record Seen(
      String key,
      String workerType,
      @Nullable String taskset,
      boolean reserved,
      boolean alive,
      boolean ours,
      boolean sick,
      boolean leaves,
      Set<Integer> jdks) {}

  /** The keys of all workers that announced themselves. */
  public Set<String> announced() {
    // Names that are none would be looked up, and in the end deleted, as if they were workers'
    // keys.
    return redis.commands().smembers(keys.workers()).stream()
        .filter(keys::isWorker)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** All workers, in at most two round trips after the list. */
  public List<Seen> all() {
    List<String> workers = List.copyOf(announced());
    List<Response<List<String>>> hashes = new ArrayList<>();
    List<Response<Boolean>> beats = new ArrayList<>();
    List<Response<Boolean>> sick = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String worker : workers) {
        hashes.add(pipeline.hmget(worker, "worker_type", "taskset", "protocol", "leaving", "jdks"));
        beats.add(pipeline.exists(Keys.heartbeat(worker)));
        sick.add(pipeline.exists(Keys.sick(worker)));
      }
      pipeline.sync();
    }
    Map<String, String> serving = new HashMap<>();
    List<String> idle = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      String taskset = blankToNull(PipelineAnswer.of(hashes.get(i), NO_FIELDS).get(1));
      if (taskset == null) {
        idle.add(workers.get(i));
      } else {
        serving.put(workers.get(i), taskset);
      }
    }
    Set<String> reserved = new HashSet<>();
    serving.putAll(promised(idle, reserved));
    List<Seen> seen = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      List<String> hash = PipelineAnswer.of(hashes.get(i), NO_FIELDS);
      String type = blankToNull(hash.get(0));
      String taskset = blankToNull(hash.get(1));
      seen.add(
          new Seen(
              workers.get(i),
              type == null ? DEFAULT_TYPE : type,
              serving.get(workers.get(i)),
              reserved.contains(workers.get(i)),
              beats.get(i).get(),
              blankToNull(hash.get(2)) != null,
              sick.get(i).get(),
              taskset != null && taskset.equals(hash.get(3)),
              JdkField.parse(hash.get(4))));
    }
    return seen;
  }

  /**
   * What workers that name no taskset are about to take.
   *
   * @param reserved gets those of which only their reservation says so
   */
  private Map<String, String> promised(List<String> idle, Set<String> reserved) {
    List<Response<String>> reservations = new ArrayList<>();
    List<Response<List<String>>> queues = new ArrayList<>();
    List<Response<String>> taken = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String worker : idle) {
        reservations.add(pipeline.get(Keys.reservation(worker)));
        queues.add(pipeline.lrange(Keys.workerQueue(worker), 0, 0));
        // Once more, and last: what it has taken since the first look stands nowhere else now.
        taken.add(pipeline.hget(worker, "taskset"));
      }
      pipeline.sync();
    }
    Map<String, String> promised = new HashMap<>();
    for (int i = 0; i < idle.size(); i++) {
      List<String> queue = PipelineAnswer.of(queues.get(i), List.of());
      String taskset = blankToNull(PipelineAnswer.of(taken.get(i), ""));
      if (taskset == null && !queue.isEmpty()) {
        taskset = queue.get(0);
      }
      if (taskset == null) {
        taskset = blankToNull(PipelineAnswer.of(reservations.get(i), ""));
        if (taskset != null) {
          reserved.add(idle.get(i));
        }
      }
      if (taskset != null) {
        promised.put(idle.get(i), taskset);
      }
    }
    return promised;
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  /**
   * A worker that left a taskset for a reason.
   *
   * @param worker its key
   * @param sick whether it did not leave by itself, but was taken off
   */
  public record Left(String worker, boolean sick) {}

  /** The workers among the owners of these worker logs that left for a reason. */
  public List<Left> leftWithReason(List<String> workerLogKeys) {
    List<Response<List<String>>> logs = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      workerLogKeys.forEach(key -> logs.add(pipeline.hmget(key, "worker", "left", "sick")));
      pipeline.sync();
    }
    return logs.stream()
        .map(log -> PipelineAnswer.of(log, NO_FIELDS))
        .filter(log -> blankToNull(log.get(0)) != null && blankToNull(log.get(1)) != null)
        .map(log -> new Left(log.get(0), "1".equals(log.get(2))))
        .toList();
  }

  /**
   * When each of these workers of ours was set up for what it serves; without those that were not.
   */
  public Map<String, Instant> setUp(List<Seen> serving) {
    Map<String, Response<List<String>>> marks = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (Seen seen : serving) {
        String taskset = seen.taskset();
        if (taskset != null && seen.ours()) {
          String log = Keys.workerLog(taskset, seen.key());
          marks.put(seen.key(), pipeline.hmget(log, "setup_finished_ms", "sets_up"));
        }
      }
      pipeline.sync();
    }
    Map<String, Instant> setUp = new HashMap<>();
    marks.forEach(
        (worker, mark) -> {
          List<String> fields = PipelineAnswer.of(mark, NO_FIELDS);
          Long at = Fields.parseLong(fields.get(0));
          // A second time in the life of the taskset: it was set up, and is so again.
          if (at != null && blankToNull(fields.get(1)) == null) {
            setUp.put(worker, Instant.ofEpochMilli(at));
          }
        });
    return setUp;
  }

  /** Why a worker was taken off a taskset a while ago; null if it was not. */
  public @Nullable String sickness(String workerKey) {
    String text = redis.commands().get(Keys.sick(workerKey));
    return text == null ? null : text.substring(text.indexOf('\t') + 1);
  }

  /** Waits for a wake-up of the dispatcher; swallows what else waits, since one look serves all. */
  public void awaitDispatch(Duration limit) {
    try {
      if (redis.commands().blpop(limit.toMillis() / 1000.0, keys.dispatcherQueue()) != null) {
        redis.commands().del(keys.dispatcherQueue());
      }
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      // No list: nobody could wake the dispatcher by it any more.
      redis.commands().del(keys.dispatcherQueue());
    }
  }

  /** Whether a worker was given to a taskset, or why not. */
  public enum Assigned {
    /** It was. */
    ASSIGNED,
    /** The taskset is over. */
    OVER,
    /** As many workers as it may have serve the taskset. */
    FULL,
    /** The worker serves a taskset, or has been given one. */
    BUSY,
    /** The worker has no heartbeat. */
    DEAD,
    /** The worker was taken off a taskset and gets none for a while. */
    SICK,
    /** The worker does not know what the taskset needs. */
    UNFIT
  }

  /** Gives a worker to a taskset. */
  public Assigned assign(
      String tasksetKey, String workerKey, int serving, int limit, Duration reservation) {
    return assign(tasksetKey, workerKey, serving, limit, reservation, null, "");
  }

  /**
   * Gives a worker to a taskset.
   *
   * @param turn whose turn is over with it; null: nobody takes turns
   * @param why why this worker, for its log; "": there is nothing to say
   */
  public Assigned assign(
      String tasksetKey,
      String workerKey,
      int serving,
      int limit,
      Duration reservation,
      @Nullable Turn turn,
      String why) {
    List<String> with = new ArrayList<>(List.of(tasksetKey, workerKey));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Long.toString(reservation.toMillis()),
                Integer.toString(serving),
                Integer.toString(limit),
                why));
    if (turn != null) {
      with.add(keys.turns());
      arguments.addAll(TurnFields.of(turn));
    }
    String answer = (String) redis.run("assign_worker", with, arguments);
    return Assigned.valueOf(answer.toUpperCase(Locale.ROOT));
  }

  /** What became of the question whether a worker leaves its taskset. */
  public enum Asked {
    /** It finishes what it runs, and leaves then. */
    ASKED,
    /** It serves something else, or is gone. */
    NOT_THERE,
    /** It belongs to another implementation, or its slaves may: they would not hear of it. */
    NOT_OURS,
    /** It still sets up. */
    NOT_SET_UP
  }

  /**
   * Asks a worker to leave its taskset: its slaves begin nothing any more, finish what they run,
   * and the worker leaves without a reason. It may come back.
   */
  public Asked askToLeave(String tasksetKey, String workerKey) {
    String answer =
        (String)
            redis.run(
                "ask_to_leave",
                List.of(tasksetKey, workerKey, Keys.workerLog(tasksetKey, workerKey)),
                List.of());
    return Asked.valueOf(answer.toUpperCase(Locale.ROOT));
  }

  /** Waits for a taskset; null if none came in time. */
  public @Nullable String awaitTaskset(String workerKey, Duration limit) {
    var popped = redis.commands().blpop(limit.toMillis() / 1000.0, Keys.workerQueue(workerKey));
    return popped == null ? null : popped.getValue();
  }

  /**
   * Tells how many places a worker has, so that no probe that needs two JVMs waits for a second one
   * in vain.
   *
   * @param places 1 or more
   */
  public void tellPlaces(String workerKey, int places) {
    redis.commands().hset(workerKey, "slaves", Integer.toString(places));
  }

  /** Takes a taskset; false if it is over. */
  public boolean take(String workerKey, String tasksetKey) {
    return "taken"
        .equals(
            redis.run(
                "take_taskset",
                List.of(workerKey, tasksetKey, Keys.workerLog(tasksetKey, workerKey)),
                List.of()));
  }

  /**
   * Is done with a taskset.
   *
   * @param reason why, or "" because the taskset is over
   * @param othersMayTry whether another worker might do better
   */
  public void leave(
      String workerKey, String tasksetKey, String reason, boolean othersMayTry, Duration life) {
    redis.run(
        "leave_taskset",
        List.of(workerKey, tasksetKey, Keys.workerLog(tasksetKey, workerKey)),
        List.of(reason, othersMayTry ? "1" : "0", Long.toString(life.toSeconds())));
  }

  /**
   * Writes a moment into a worker log: {@code rsync_finished} or {@code setup_finished}; by the
   * worker's clock, since nobody decides by more than whether it is there.
   */
  public void mark(String workerLogKey, String moment, Instant at) {
    Map<String, String> fields = new HashMap<>();
    fields.put(moment + "_at", Fields.formatTime(at));
    fields.put(moment + "_ms", Long.toString(at.toEpochMilli()));
    if (moment.equals("setup_finished")) {
      fields.put("sets_up", "");
    }
    write(workerLogKey, "", fields);
  }

  /** Writes into a worker log how many slaves the worker has used at most, and why, in a line. */
  public void tellSlaves(String workerLogKey, String line) {
    write(workerLogKey, "", Map.of("slaves", line));
  }

  /**
   * Writes into a worker log how busy the processors of its host were, in place of what was there.
   */
  public void tellProcessors(String workerLogKey, ProcessorUse use) {
    write(workerLogKey, "", Map.of("processors", use.text()));
  }

  /** Appends a line, with its time, to a worker log. */
  public void log(String workerLogKey, Instant at, String line) {
    log(workerLogKey, List.of(new LogLine(at, line)));
  }

  /**
   * One line of a worker log.
   *
   * @param at when it was written
   * @param text without an end of line
   */
  public record LogLine(Instant at, String text) {
    /** As it stands in a log: with its time in front and an end of line. */
    public String written() {
      String time = Fields.formatTime(at);
      return time.substring(0, time.length() - 3) + text + '\n';
    }
  }

  /** Appends lines, with their times, to a worker log, as one command. */
  public void log(String workerLogKey, List<LogLine> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.written()));
    write(workerLogKey, text.toString(), Map.of());
  }

  private void write(String workerLogKey, String text, Map<String, String> fields) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(Lifetimes.PERSISTED.toSeconds()));
    arguments.add(text);
    fields.forEach(
        (name, value) -> {
          arguments.add(name);
          arguments.add(value);
        });
    redis.run("write_worker_log", List.of(workerLogKey), arguments);
  }

  /** Reads a worker log. */
  public WorkerLog findLog(String workerLogKey) {
    return new LogStore(redis).workers(List.of(workerLogKey)).get(0);
  }

  /** Starts the time to live of a worker log. */
  public void expireLog(String workerLogKey, Duration life) {
    redis.commands().expire(workerLogKey, life.toSeconds());
    redis.commands().expire(Keys.log(workerLogKey), life.toSeconds());
  }
}
