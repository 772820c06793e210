package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/**
 * What is in somebody's hands, and until when, as people look at it. Every lease is the lifetime of
 * a key, so what is told does not depend on anybody's clock.
 */
public final class LeaseStore {
  /** So many tasksets that one persister holds are named. */
  private static final int MOST_NAMED = 10;

  private static final List<@Nullable String> NO_FIELDS = List.of("", "", "");

  private final RedisConnection redis;
  private final Keys keys;

  public LeaseStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** What can be held. */
  public enum Kind {
    /** A role that one server leads in. Until its key ends; then any server takes the lead. */
    LEAD,
    /**
     * Messages of arbiters. Until the server's heartbeat ends; then the watchdog puts them back.
     */
    MESSAGES,
    /**
     * A taskset that is being persisted. Until the persister's heartbeat ends; then the watchdog
     * puts it back, and any persister takes it.
     */
    PERSISTING,
    /** A taskset promised to a worker. Until the promise ends; then the worker counts as idle. */
    PROMISE,
    /** A taskset that a worker serves. Until its heartbeat ends; then the watchdog gives it up. */
    TASKSET,
    /** A task. Until the heartbeat ends of who vouches for the slave; then it is tried again. */
    TASK
  }

  /**
   * One thing in somebody's hands.
   *
   * @param kind what it is, and what happens when the lease ends
   * @param holder the key of the server, persister, worker or slave
   * @param what a role, the number of messages, or the key of a taskset or trial
   * @param left until it ends unless it is renewed; zero: it has ended, and whoever takes over has
   *     not come yet; null: it has no end
   */
  public record Lease(Kind kind, String holder, String what, @Nullable Duration left) {}

  /** What servers and persisters hold; in two round trips. */
  public List<Lease> ofServers() {
    Map<String, Response<String>> leads = new LinkedHashMap<>();
    Map<String, Response<Long>> ends = new LinkedHashMap<>();
    Response<Set<String>> members;
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String role : StatusStore.ROLES) {
        leads.put(role, pipeline.get(keys.lead(role)));
        ends.put(role, pipeline.pttl(keys.lead(role)));
      }
      members = pipeline.smembers(keys.servers());
      pipeline.sync();
    }
    List<Lease> leases = new ArrayList<>();
    leads.forEach(
        (role, leader) -> {
          String server = PipelineAnswer.of(leader, "");
          if (server != null && !server.isEmpty()) {
            leases.add(new Lease(Kind.LEAD, server, role, left(ends.get(role))));
          }
        });
    leases.addAll(messages(PipelineAnswer.of(members, Set.of()).stream().sorted().toList()));
    return leases;
  }

  private List<Lease> messages(List<String> members) {
    List<Response<Long>> judging = new ArrayList<>();
    List<Response<List<String>>> persisting = new ArrayList<>();
    List<Response<Long>> beats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String member : members) {
        judging.add(pipeline.llen(processing(member, keys.arbiterQueue())));
        persisting.add(
            pipeline.lrange(processing(member, keys.persisterQueue()), 0, MOST_NAMED - 1));
        beats.add(pipeline.pttl(Keys.heartbeat(member)));
      }
      pipeline.sync();
    }
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      String member = members.get(i);
      Duration left = left(beats.get(i));
      long count = PipelineAnswer.of(judging.get(i), 0L);
      if (count > 0) {
        leases.add(new Lease(Kind.MESSAGES, member, Long.toString(count), left));
      }
      for (String taskset : PipelineAnswer.of(persisting.get(i), List.of())) {
        leases.add(new Lease(Kind.PERSISTING, member, taskset, left));
      }
    }
    return leases;
  }

  private static String processing(String member, String queue) {
    return Keys.processing(member, Keys.lastPart(queue));
  }

  /** What workers hold or are promised; in two round trips. */
  public List<Lease> ofWorkers() {
    List<String> workers =
        redis.commands().smembers(keys.workers()).stream().filter(keys::isWorker).sorted().toList();
    List<Response<String>> held = new ArrayList<>();
    List<Response<Long>> beats = new ArrayList<>();
    List<Response<String>> promised = new ArrayList<>();
    List<Response<Long>> promises = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String worker : workers) {
        promised.add(pipeline.get(Keys.reservation(worker)));
        promises.add(pipeline.pttl(Keys.reservation(worker)));
        // Last: what it takes in between is seen here at least.
        held.add(pipeline.hget(worker, "taskset"));
        beats.add(pipeline.pttl(Keys.heartbeat(worker)));
      }
      pipeline.sync();
    }
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      String taskset = Objects.requireNonNullElse(PipelineAnswer.of(held.get(i), ""), "");
      String promise = Objects.requireNonNullElse(PipelineAnswer.of(promised.get(i), ""), "");
      if (!taskset.isEmpty()) {
        leases.add(new Lease(Kind.TASKSET, workers.get(i), taskset, left(beats.get(i))));
      } else if (!promise.isEmpty()) {
        leases.add(new Lease(Kind.PROMISE, workers.get(i), promise, left(promises.get(i))));
      }
    }
    return leases;
  }

  /**
   * The tasks of a taskset that slaves hold. A foreign one holds a task by its own word only, which
   * stands nowhere but in its list of trials.
   */
  public List<Lease> ofTasks(String tasksetKey) {
    List<String> slaves =
        redis.commands().lrange(Keys.slaves(tasksetKey), 0, -1).stream()
            .filter(Keys::isSlave)
            .toList();
    List<WatchStore.SlaveState> holders =
        new WatchStore(redis).states(slaves).stream().filter(s -> s.openTrial() != null).toList();
    List<Response<Long>> beats = new ArrayList<>();
    List<Response<List<String>>> trials = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (WatchStore.SlaveState slave : holders) {
        String heart = slave.vouched() ? Keys.workerOf(slave.key()) : slave.key();
        beats.add(pipeline.pttl(Keys.heartbeat(heart)));
        trials.add(pipeline.hmget(slave.openTrial(), "task", "status", "verdict"));
      }
      pipeline.sync();
    }
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < holders.size(); i++) {
      List<@Nullable String> trial = PipelineAnswer.of(trials.get(i), NO_FIELDS);
      String open = holders.get(i).openTrial();
      if (open != null && isOpen(trial)) {
        leases.add(new Lease(Kind.TASK, holders.get(i).key(), open, left(beats.get(i))));
      }
    }
    return leases;
  }

  private static boolean isOpen(List<@Nullable String> trial) {
    String status = trial.get(1);
    String verdict = trial.get(2);
    return (status == null || status.isEmpty()) && (verdict == null || verdict.isEmpty());
  }

  private static @Nullable Duration left(@Nullable Response<Long> millis) {
    long left = millis == null ? -2 : millis.get();
    return left == -1 ? null : Duration.ofMillis(Math.max(0, left));
  }
}
