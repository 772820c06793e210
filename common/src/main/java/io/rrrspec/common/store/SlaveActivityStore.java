package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the slaves of a taskset do at this moment; for those who watch. */
public final class SlaveActivityStore {
  private static final List<String> NAMES = List.of("task", "started_ms", "started_at");
  private static final List<String> NO_TRIAL = List.of("", "", "");

  /** What stands in the place of a slave is no hash: it does nothing. */
  private static final List<String> NO_SLAVE = List.of("unreadable", "");

  private final RedisConnection redis;

  public SlaveActivityStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * What one slave does.
   *
   * @param slave its key
   * @param specFile what it runs, or null if it waits
   * @param since when it began that, or null
   */
  public record Doing(String slave, @Nullable String specFile, @Nullable Instant since) {}

  /** The slaves of a taskset that have not ended, in the order of their registration. */
  public List<Doing> slaves(String tasksetKey) {
    List<String> slaves = redis.commands().lrange(Keys.slaves(tasksetKey), 0, -1);
    List<Response<List<String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      slaves.forEach(slave -> hashes.add(pipeline.hmget(slave, "status", "open_trial")));
      pipeline.sync();
    }
    List<String> live = new ArrayList<>();
    List<String> trials = new ArrayList<>();
    for (int i = 0; i < slaves.size(); i++) {
      List<String> hash = PipelineAnswer.of(hashes.get(i), NO_SLAVE);
      if (hash.get(0) == null || hash.get(0).isEmpty()) {
        live.add(slaves.get(i));
        trials.add(hash.get(1) == null ? "" : hash.get(1));
      }
    }
    return doing(live, trials);
  }

  /** A fleet has hundreds of slaves: what they do is asked in one round trip. */
  private List<Doing> doing(List<String> slaves, List<String> trials) {
    List<Response<List<String>>> started = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      trials.stream()
          .filter(trial -> !trial.isEmpty())
          .forEach(trial -> started.add(pipeline.hmget(trial, "task", "started_ms", "started_at")));
      pipeline.sync();
    }
    List<Doing> doing = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < slaves.size(); i++) {
      doing.add(
          trials.get(i).isEmpty()
              ? new Doing(slaves.get(i), null, null)
              : doing(slaves.get(i), PipelineAnswer.of(started.get(next++), NO_TRIAL)));
    }
    return doing;
  }

  private static Doing doing(String slave, List<String> trial) {
    Map<String, String> hash = new HashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if (trial.get(i) != null) {
        hash.put(NAMES.get(i), trial.get(i));
      }
    }
    Fields fields = new Fields(hash);
    return new Doing(slave, Keys.specFileOf(fields.text("task")), fields.time("started"));
  }
}
