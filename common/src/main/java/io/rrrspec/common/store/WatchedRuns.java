package io.rrrspec.common.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs that tasks of flows wait for. Any server sees their end. */
public final class WatchedRuns {
  private static final Logger log = LoggerFactory.getLogger(WatchedRuns.class);

  private final RedisConnection redis;
  private final String key;

  public WatchedRuns(RedisConnection redis, FlowKeys keys) {
    this.redis = redis;
    this.key = keys.runs();
  }

  /**
   * A run, by the key of its taskset.
   *
   * @param task the id of the task that ends with it
   * @param beganMs when a worker was first seen with it, in ms of the clock of the server that saw
   *     it; 0: it waits
   * @param limit after which it is cancelled, from then; zero: never
   * @param attempts how often the task is tried in all
   * @param goesOn whether the iterator above goes on if the run is red
   */
  public record WatchedRun(
      String task, long beganMs, Duration limit, int attempts, boolean goesOn) {
    WatchedRun begun(long nowMs) {
      return new WatchedRun(task, nowMs, limit, attempts, goesOn);
    }

    /** Whether it has gone on for too long. */
    public boolean isLate(long nowMs) {
      return beganMs > 0 && !limit.isZero() && nowMs - beganMs > limit.toMillis();
    }
  }

  public void add(String taskset, WatchedRun run) {
    redis.commands().hsetnx(key, taskset, text(run));
  }

  /** Notes when a run has begun. Two servers that do so at once differ by no more than a look. */
  public WatchedRun began(String taskset, WatchedRun run, long nowMs) {
    WatchedRun begun = run.begun(nowMs);
    redis.commands().hset(key, taskset, text(begun));
    return begun;
  }

  private static String text(WatchedRun run) {
    return JsonText.of(
        JsonNodeFactory.instance
            .objectNode()
            .put("task", run.task())
            .put("began_ms", run.beganMs())
            .put("limit_ms", run.limit().toMillis())
            .put("attempts", run.attempts())
            .put("goes_on", run.goesOn()));
  }

  private static WatchedRun read(JsonNode run) {
    return new WatchedRun(
        run.path("task").asText(),
        run.path("began_ms").asLong(),
        Duration.ofMillis(run.path("limit_ms").asLong()),
        run.path("attempts").asInt(1),
        run.path("goes_on").asBoolean());
  }

  public Map<String, WatchedRun> all() {
    return read(redis.commands().hgetAll(key));
  }

  /** Those of some tasksets that anybody waits for. */
  public Map<String, WatchedRun> some(Collection<String> tasksets) {
    List<String> names = List.copyOf(tasksets);
    List<String> texts = redis.commands().hmget(key, names.toArray(String[]::new));
    Map<String, String> found = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (texts.get(i) != null) {
        found.put(names.get(i), texts.get(i));
      }
    }
    return read(found);
  }

  private Map<String, WatchedRun> read(Map<String, String> entries) {
    Map<String, WatchedRun> runs = new HashMap<>();
    entries.forEach(
        (taskset, text) -> {
          try {
            runs.put(taskset, read(JsonText.parse(text)));
          } catch (IllegalArgumentException e) {
            // Nobody's: it must not keep the others.
            log.warn("what is said of the run {} cannot be read", taskset);
            remove(taskset);
          }
        });
    return runs;
  }

  public void remove(String taskset) {
    redis.commands().hdel(key, taskset);
    RawMembers.remove(redis, key, List.of(taskset));
  }
}
