package io.rrrspec.common.store;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Status.Active;
import io.rrrspec.common.store.Status.Held;
import io.rrrspec.common.store.Status.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/**
 * How the whole installation is, for health and metrics: six round trips, however much there is.
 */
public final class StatusStore {
  /** The roles that one server leads in. */
  public static final List<String> ROLES = List.of("dispatcher", "watchdog", "speculator");

  /** So many active tasksets are looked at; more than anybody could serve at once. */
  private static final int MOST_TASKSETS = 1_000;

  /** What queues had before that says nothing of now. */
  private static final Duration SAMPLE_LIFE = Duration.ofSeconds(30);

  private static final int LONGEST_COMPLAINT = 500;

  private static final List<String> NO_FIELDS = List.of("", "", "", "", "");

  private final RedisConnection redis;
  private final Keys keys;
  private final WorkerStore workers;

  public StatusStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
    this.workers = new WorkerStore(redis, keys);
  }

  /** Looks. */
  public Status read() {
    long start = System.nanoTime();
    long redisMillis = RedisClock.millis(redis);
    Duration roundTrip = Duration.ofNanos(System.nanoTime() - start);
    // What the scripts wrote is told as this host's clock has it, to which it will be compared.
    long skew = System.currentTimeMillis() - redisMillis;
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      Response<Long> arbiter = pipeline.llen(keys.arbiterQueue());
      Response<String> arbiterHead = pipeline.lindex(keys.arbiterQueue(), 0);
      Response<Long> persister = pipeline.llen(keys.persisterQueue());
      Response<String> persisterHead = pipeline.lindex(keys.persisterQueue(), 0);
      Response<Long> dispatcher = pipeline.llen(keys.dispatcherQueue());
      Response<Long> setAside = pipeline.llen(keys.setAside());
      Response<Long> runsSetAside = pipeline.zcard(keys.setAsideRuns());
      Response<Long> activeCount = pipeline.llen(keys.activeTasksets());
      Response<List<String>> active = pipeline.lrange(keys.activeTasksets(), 0, MOST_TASKSETS - 1);
      Response<String> sample = pipeline.lindex(keys.queueSamples(), 0);
      Response<Set<String>> servers = pipeline.smembers(keys.servers());
      Map<String, Response<String>> leads = new LinkedHashMap<>();
      ROLES.forEach(role -> leads.put(role, pipeline.get(keys.lead(role))));
      pipeline.sync();
      List<Held> held = held(List.copyOf(PipelineAnswer.of(servers, Set.of())), skew);
      String trial = trialOf(textOf(arbiterHead));
      String taskset = textOf(persisterHead);
      List<@Nullable Long> ends = ends(List.of(trial, taskset), skew);
      Map<String, String> leaders = new LinkedHashMap<>();
      leads.forEach((role, server) -> leaders.put(role, textOf(server)));
      return new Status(
          roundTrip,
          new Queue(PipelineAnswer.of(arbiter, 0L), textOf(arbiterHead), ends.get(0)),
          new Queue(PipelineAnswer.of(dispatcher, 0L), "", null),
          new Queue(PipelineAnswer.of(persister, 0L), taskset, ends.get(1)),
          held,
          PipelineAnswer.of(activeCount, 0L),
          active(PipelineAnswer.of(active, List.of()).stream().filter(keys::isTaskset).toList()),
          workers.all(),
          PipelineAnswer.of(setAside, 0L),
          PipelineAnswer.of(runsSetAside, 0L),
          leaders,
          recent(sample));
    }
  }

  /** The server that leads adds a sample each second, by its own clock. */
  private static @Nullable QueueSample recent(Response<String> newest) {
    long oldest = System.currentTimeMillis() - SAMPLE_LIFE.toMillis();
    return QueueStore.sample(textOf(newest)).filter(s -> s.atMs() >= oldest).orElse(null);
  }

  private static String textOf(Response<String> response) {
    String text = PipelineAnswer.of(response, "");
    return text == null ? "" : text;
  }

  private static String trialOf(String message) {
    return message.startsWith("trial\t") ? message.substring("trial\t".length()) : "";
  }

  /**
   * When trials or tasksets ended, in milliseconds; null where that is not known.
   *
   * @param skew by how much this host's clock is ahead of that of Redis
   */
  private List<@Nullable Long> ends(List<String> hashKeys, long skew) {
    Map<String, Response<String>> fields = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String key : hashKeys) {
        // A message may name anything; what is not ours a Redis user may not be allowed to read.
        if (key.startsWith(keys.taskset(""))) {
          fields.put(key, pipeline.hget(key, "finished_ms"));
        }
      }
      pipeline.sync();
    }
    List<@Nullable Long> ends = new ArrayList<>();
    for (String key : hashKeys) {
      Response<String> field = fields.get(key);
      Long end = field == null ? null : Fields.parseLong(textOf(field));
      ends.add(end == null ? null : end + skew);
    }
    return ends;
  }

  private List<Held> held(List<String> members, long skew) {
    List<Response<Long>> counts = new ArrayList<>();
    List<Response<String>> heads = new ArrayList<>();
    List<Response<String>> heartbeats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String member : members) {
        String list = Keys.processing(member, Keys.lastPart(keys.persisterQueue()));
        counts.add(pipeline.llen(list));
        heads.add(pipeline.lindex(list, 0));
        heartbeats.add(pipeline.get(Keys.heartbeat(member)));
      }
      pipeline.sync();
    }
    List<@Nullable Long> ends = ends(heads.stream().map(StatusStore::textOf).toList(), skew);
    List<Held> held = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      long count = PipelineAnswer.of(counts.get(i), 0L);
      if (count > 0) {
        held.add(
            new Held(members.get(i), count, ends.get(i), complaint(textOf(heartbeats.get(i)))));
      }
    }
    return held;
  }

  private static String complaint(String heartbeat) {
    String line = heartbeat.lines().findFirst().orElse("");
    return line.equals(ServerStore.ALIVE)
        ? ""
        : line.substring(0, Math.min(LONGEST_COMPLAINT, line.length()));
  }

  private List<Active> active(List<String> tasksets) {
    List<Response<List<String>>> hashes = new ArrayList<>();
    List<Response<Long>> left = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String taskset : tasksets) {
        hashes.add(
            pipeline.hmget(taskset, "worker_type", "runner", "sources", "launches", "resources"));
        left.add(pipeline.llen(Keys.tasksLeft(taskset)));
      }
      pipeline.sync();
    }
    List<Active> active = new ArrayList<>();
    for (int i = 0; i < tasksets.size(); i++) {
      List<String> hash = PipelineAnswer.of(hashes.get(i), NO_FIELDS);
      String type = hash.get(0);
      String runner = hash.get(1);
      active.add(
          new Active(
              tasksets.get(i),
              type == null || type.isEmpty() ? WorkerStore.DEFAULT_TYPE : type,
              (runner != null && Runner.of(runner).needsOurWorkers())
                  || Taskset.NO_SOURCES.equals(hash.get(2))
                  || "1".equals(hash.get(3))
                  || (hash.get(4) != null && !hash.get(4).isEmpty()),
              PipelineAnswer.of(left.get(i), 0L)));
    }
    return active;
  }

  /**
   * How a taskset went that is over; empty if it is gone. Times are null where they are not known.
   *
   * @param waited from activation until the first worker has taken it
   * @param ran from then until its end
   */
  public record Course(@Nullable Duration waited, @Nullable Duration ran) {}

  /** Reads how long a taskset waited and ran. */
  public Optional<Course> course(String tasksetKey) {
    List<String> times =
        redis.commands().hmget(tasksetKey, "created_ms", "activated_ms", "finished_ms");
    Long finished = Fields.parseLong(times.get(2));
    if (finished == null) {
      return Optional.empty();
    }
    Long activated = Fields.parseLong(times.get(1));
    Long asked = activated == null ? Fields.parseLong(times.get(0)) : activated;
    String log = redis.commands().lindex(Keys.workerLogs(tasksetKey), 0);
    Long taken = log == null ? null : Fields.parseLong(redis.commands().hget(log, "started_ms"));
    return Optional.of(
        new Course(between(asked, taken == null ? finished : taken), between(taken, finished)));
  }

  private static @Nullable Duration between(@Nullable Long from, @Nullable Long to) {
    return from == null || to == null || to < from ? null : Duration.ofMillis(to - from);
  }
}
