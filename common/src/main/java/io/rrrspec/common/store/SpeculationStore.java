package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What is known when it is decided which running tasks get a second trial, and the offer. */
public final class SpeculationStore {
  private final RedisConnection redis;

  public SpeculationStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * A task that a slave of ours runs.
   *
   * @param task its key
   * @param host where
   * @param elapsed since its trial began
   * @param estimate what it is expected to take, or null if nobody knows
   * @param copied whether a second trial was offered before
   */
  public record Running(
      String task, String host, Duration elapsed, @Nullable Duration estimate, boolean copied) {}

  /**
   * A taskset in which nothing is left to begin.
   *
   * @param running what runs
   * @param waiting the keys of the slaves that wait, perhaps for ever: see {@link #hostsOf}
   */
  public record Tail(List<Running> running, List<String> waiting) {}

  /** The end of a taskset of ours; empty while tasks are queued or nobody waits. */
  public Optional<Tail> tail(String tasksetKey) {
    Response<Long> queued;
    Response<Long> waits;
    Response<Boolean> ours;
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      queued =
          pipeline.exists(
              Keys.taskQueue(tasksetKey), Keys.retryQueue(tasksetKey), Keys.copies(tasksetKey));
      waits = pipeline.scard(Keys.waiting(tasksetKey));
      ours = pipeline.hexists(tasksetKey, "activated_ms");
      pipeline.sync();
    }
    if (!ours.get() || queued.get() > 0 || waits.get() == 0) {
      return Optional.empty();
    }
    Set<String> waiting = redis.commands().smembers(Keys.waiting(tasksetKey));
    // Who waits holds nothing, and may be one of hundreds: looking at each would be what costs.
    Set<String> others = new TreeSet<>(redis.commands().lrange(Keys.slaves(tasksetKey), 0, -1));
    others.removeAll(waiting);
    Map<String, String> hostOfTrial = new HashMap<>();
    for (Fields slave : living(others)) {
      if (!slave.text("open_trial").isEmpty()) {
        hostOfTrial.put(slave.text("open_trial"), slave.text("host"));
      }
    }
    return Optional.of(new Tail(running(hostOfTrial), List.copyOf(waiting)));
  }

  /**
   * Where slaves run that live under workers of ours and hold nothing: a host stands there once for
   * each.
   */
  public List<String> hostsOf(Collection<String> waiting) {
    return living(waiting).stream()
        .filter(slave -> slave.text("open_trial").isEmpty())
        .map(slave -> slave.text("host"))
        .toList();
  }

  private List<Fields> living(Collection<String> slaves) {
    List<Response<List<String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String slave : slaves) {
        hashes.add(pipeline.hmget(slave, "status", "vouched", "host", "open_trial"));
      }
      pipeline.sync();
    }
    return hashes.stream()
        .map(hash -> new Fields(fields(hash, "status", "vouched", "host", "open_trial")))
        .filter(slave -> slave.text("status").isEmpty() && slave.text("vouched").equals("1"))
        .toList();
  }

  private List<Running> running(Map<String, String> hostOfTrial) {
    List<String> trials = List.copyOf(hostOfTrial.keySet());
    List<Response<String>> started = new ArrayList<>();
    List<Response<List<String>>> tasks = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String trial : trials) {
        started.add(pipeline.hget(trial, "started_ms"));
        tasks.add(
            pipeline.hmget(
                Keys.taskOf(trial), "estimate_ms", "estimate_sec", "copied", "affinity_ms"));
      }
      pipeline.sync();
    }
    long now = RedisClock.millis(redis);
    List<Running> running = new ArrayList<>();
    for (int i = 0; i < trials.size(); i++) {
      Long since = Fields.parseLong(PipelineAnswer.of(started.get(i), ""));
      Fields f =
          new Fields(fields(tasks.get(i), "estimate_ms", "estimate_sec", "copied", "affinity_ms"));
      if (since != null) {
        running.add(
            new Running(
                Keys.taskOf(trials.get(i)),
                hostOfTrial.getOrDefault(trials.get(i), ""),
                Duration.ofMillis(Math.max(0, now - since)),
                f.longestEstimate(),
                !f.text("copied").isEmpty()));
      }
    }
    return running;
  }

  private static Map<String, String> fields(Response<List<String>> answer, String... names) {
    List<String> values = PipelineAnswer.of(answer, List.of());
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) != null) {
        fields.put(names[i], values.get(i));
      }
    }
    return fields;
  }

  /** Offers tasks for a second trial, in this order; returns how many still could be. */
  public long offer(String tasksetKey, List<String> tasks) {
    return (Long) redis.run("offer_copies", List.of(tasksetKey), tasks);
  }
}
