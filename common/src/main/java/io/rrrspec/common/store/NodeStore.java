package io.rrrspec.common.store;

import io.rrrspec.common.artifact.HeldArtifacts;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
   * @param promised for how long what it is about to take is reserved for it; null if it has taken
   *     that, or nothing is
   * @param sick why it gets nothing, or null
   * @param holds what of runs it has
   * @param jdks the versions of the JDKs that it has
   * @param slaves how many slaves it runs at once; null if it does not say so
   */
  public record Node(
      String id,
      String workerType,
      @Nullable String host,
      @Nullable String taskset,
      @Nullable Instant since,
      boolean alive,
      boolean ours,
      @Nullable Duration promised,
      @Nullable Sick sick,
      HeldArtifacts holds,
      Set<Integer> jdks,
      @Nullable Integer slaves) {

    /** One that was neither promised anything nor taken off. */
    public Node(
        String id,
        String workerType,
        @Nullable String host,
        @Nullable String taskset,
        @Nullable Instant since,
        boolean alive,
        boolean ours) {
      this(
          id,
          workerType,
          host,
          taskset,
          since,
          alive,
          ours,
          null,
          null,
          HeldArtifacts.NONE,
          Set.of(),
          null);
    }
  }

  /**
   * A worker was taken off a taskset, and gets no other for a while.
   *
   * @param taskset which
   * @param reason why
   * @param left for how long
   */
  public record Sick(String taskset, String reason, Duration left) {}

  /** All workers, by name; in one round trip after the list. */
  public List<Node> all() {
    List<String> workers =
        redis.commands().smembers(keys.workers()).stream().filter(keys::isWorker).sorted().toList();
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    List<Response<String>> reservations = new ArrayList<>();
    List<Response<Long>> promises = new ArrayList<>();
    List<Response<Boolean>> beats = new ArrayList<>();
    List<Response<String>> sick = new ArrayList<>();
    List<Response<Long>> sickLeft = new ArrayList<>();
    List<Response<Set<String>>> artifacts = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String worker : workers) {
        hashes.add(pipeline.hgetAll(worker));
        reservations.add(pipeline.get(Keys.reservation(worker)));
        promises.add(pipeline.pttl(Keys.reservation(worker)));
        beats.add(pipeline.exists(Keys.heartbeat(worker)));
        sick.add(pipeline.get(Keys.sick(worker)));
        sickLeft.add(pipeline.pttl(Keys.sick(worker)));
        artifacts.add(pipeline.smembers(Keys.artifacts(worker)));
      }
      pipeline.sync();
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      Fields fields = new Fields(PipelineAnswer.of(hashes.get(i), Map.of()));
      String reserved = PipelineAnswer.of(reservations.get(i), "");
      String held = fields.text("taskset");
      String taskset = held.isEmpty() && reserved != null ? reserved : held;
      nodes.add(
          new Node(
              Keys.lastPart(workers.get(i)),
              fields.text("worker_type", "default"),
              fields.orNull("host"),
              taskset.isEmpty() ? null : taskset,
              fields.time("since"),
              beats.get(i).get(),
              fields.orNull("protocol") != null,
              held.isEmpty() && !taskset.isEmpty() ? left(promises.get(i)) : null,
              sick(PipelineAnswer.of(sick.get(i), ""), left(sickLeft.get(i))),
              HeldArtifacts.of(PipelineAnswer.of(artifacts.get(i), Set.of())),
              JdkField.parse(fields.text("jdks")),
              slaves(fields)));
    }
    return nodes;
  }

  private static @Nullable Integer slaves(Fields fields) {
    int slaves = fields.number("slaves", 0);
    return slaves < 1 ? null : slaves;
  }

  private static Duration left(Response<Long> millis) {
    return Duration.ofMillis(Math.max(0, millis.get()));
  }

  private static @Nullable Sick sick(@Nullable String text, Duration left) {
    int tab = text == null ? -1 : text.indexOf('\t');
    return text == null || tab < 0
        ? null
        : new Sick(text.substring(0, tab), text.substring(tab + 1), left);
  }
}
