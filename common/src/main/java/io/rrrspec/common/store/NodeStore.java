package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** The workers as people look at them. */
public final class NodeStore {
  private final RedisConnection redis;
  private final Keys keys;

  public NodeStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * One worker.
   *
   * @param id its name
   * @param workerType what it serves
   * @param host where it is; null if it does not say so
   * @param taskset what it serves or is about to take; null if it is idle
   * @param since since when it does that; null if it does not say so
   * @param alive whether its heartbeat is there
   * @param ours whether it announces the protocol
   */
  public record Node(
      String id,
      String workerType,
      @Nullable String host,
      @Nullable String taskset,
      @Nullable Instant since,
      boolean alive,
      boolean ours) {}

  /** All workers, by name; in one round trip after the list. */
  public List<Node> all() {
    List<String> workers =
        redis.commands().smembers(keys.workers()).stream().filter(keys::isWorker).sorted().toList();
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    List<Response<String>> reservations = new ArrayList<>();
    List<Response<Boolean>> beats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String worker : workers) {
        hashes.add(pipeline.hgetAll(worker));
        reservations.add(pipeline.get(Keys.reservation(worker)));
        beats.add(pipeline.exists(Keys.heartbeat(worker)));
      }
      pipeline.sync();
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      Fields fields = new Fields(Answer.of(hashes.get(i), Map.of()));
      String reserved = Answer.of(reservations.get(i), "");
      String taskset = fields.text("taskset", reserved == null ? "" : reserved);
      nodes.add(
          new Node(
              Keys.lastPart(workers.get(i)),
              fields.text("worker_type", "default"),
              fields.orNull("host"),
              taskset.isEmpty() ? null : taskset,
              fields.time("since"),
              beats.get(i).get(),
              fields.orNull("protocol") != null));
    }
    return nodes;
  }
}
