package io.rrrspec.common.store;

import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** What the slaves and workers of a run did and wrote, several of them in one round trip. */
public final class LogStore {
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
      slaves.add(
          new Slave(
              keys.get(i),
              SlaveStore.status(
                  new Fields(PipelineAnswer.of(hashes.get(i), Map.of())).text("status")),
              PipelineAnswer.of(trials.get(i), List.of()),
              text(texts.get(i))));
    }
    return slaves;
  }

  /** Reads how slaves ended: the slaves without trials and logs. */
  public List<Slave> slaveOutlines(List<String> keys) {
    List<Response<String>> statuses = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      keys.forEach(key -> statuses.add(pipeline.hget(key, "status")));
      pipeline.sync();
    }
    List<Slave> slaves = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      slaves.add(new Slave(keys.get(i), SlaveStore.status(text(statuses.get(i))), List.of(), ""));
    }
    return slaves;
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
              withTexts ? text(texts.get(i)) : ""));
    }
    return logs;
  }

  private static String text(Response<@Nullable String> response) {
    String text = PipelineAnswer.of(response, "");
    return text == null ? "" : text;
  }
}
