package io.rrrspec.common.store;

import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.WorkerLog;
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

/** What the slaves and workers of a run did and wrote, several of them in one round trip. */
public final class LogStore {
  private static final List<String> OUTLINE =
      List.of("status", "launch", "place", "starting_ms", "ready_ms", "ended_ms");

  private final RedisConnection redis;

  public LogStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** Reads slaves with their trials and logs; one of which Redis knows nothing has none. */
  public List<Slave> slaves(List<String> keys) {
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    List<Response<List<String>>> trials = new ArrayList<>();
    List<Response<String>> texts = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String key : keys) {
        hashes.add(pipeline.hgetAll(key));
        trials.add(pipeline.lrange(Keys.trials(key), 0, -1));
        texts.add(pipeline.get(Keys.log(key)));
      }
      pipeline.sync();
    }
    List<Slave> slaves = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      Fields f = new Fields(PipelineAnswer.of(hashes.get(i), Map.of()));
      slaves.add(
          new Slave(
              keys.get(i),
              SlaveStore.status(f.text("status")),
              PipelineAnswer.of(trials.get(i), List.of()),
              text(texts.get(i)),
              jvm(f)));
    }
    return slaves;
  }

  /** Reads how slaves began and ended: the slaves without trials and logs. */
  public List<Slave> slaveOutlines(List<String> keys) {
    String[] names = OUTLINE.toArray(String[]::new);
    List<Response<List<String>>> values = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      keys.forEach(key -> values.add(pipeline.hmget(key, names)));
      pipeline.sync();
    }
    List<Slave> slaves = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      Map<String, String> hash = new HashMap<>();
      List<String> of = PipelineAnswer.of(values.get(i), List.of());
      for (int field = 0; field < of.size(); field++) {
        hash.put(names[field], of.get(field));
      }
      Fields f = new Fields(hash);
      slaves.add(
          new Slave(keys.get(i), SlaveStore.status(f.text("status")), List.of(), "", jvm(f)));
    }
    return slaves;
  }

  private static @Nullable PlacedJvm jvm(Fields f) {
    int place = f.number("place", -1);
    Instant started = f.time("starting");
    String launch = f.text("launch");
    return launch.isEmpty() || place < 0 || started == null
        ? null
        : new PlacedJvm(launch, place, started, f.time("ready"), f.time("ended"));
  }

  /** Reads what workers did, with their logs. */
  public List<WorkerLog> workers(List<String> logKeys) {
    return workers(logKeys, true);
  }

  /** Reads what workers did, without their logs. */
  public List<WorkerLog> workerOutlines(List<String> logKeys) {
    return workers(logKeys, false);
  }

  private List<WorkerLog> workers(List<String> logKeys, boolean withTexts) {
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    List<Response<String>> texts = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String key : logKeys) {
        hashes.add(pipeline.hgetAll(key));
        if (withTexts) {
          texts.add(pipeline.get(Keys.log(key)));
        }
      }
      pipeline.sync();
    }
    List<WorkerLog> logs = new ArrayList<>();
    for (int i = 0; i < logKeys.size(); i++) {
      Fields f = new Fields(PipelineAnswer.of(hashes.get(i), Map.of()));
      logs.add(
          new WorkerLog(
              logKeys.get(i),
              f.text("worker"),
              f.text("taskset"),
              f.time("started"),
              f.time("rsync_finished"),
              f.time("setup_finished"),
              f.time("finished"),
              f.orNull("slaves"),
              ProcessorUse.parse(f.orNull("processors")),
              withTexts ? text(texts.get(i)) : ""));
    }
    return logs;
  }

  private static String text(Response<@Nullable String> response) {
    String text = PipelineAnswer.of(response, "");
    return text == null ? "" : text;
  }
}
