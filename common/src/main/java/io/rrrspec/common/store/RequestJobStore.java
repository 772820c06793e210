package io.rrrspec.common.store;

import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that requests may name, for everybody who has no settings of the server. */
public final class RequestJobStore {
  private static final Logger log = LoggerFactory.getLogger(RequestJobStore.class);

  private final RedisConnection redis;
  private final Keys keys;

  public RequestJobStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * Publishes the jobs of a server's file in place of all others: the last server to start wins.
   */
  public void publish(Map<String, RequestJob> jobs) {
    List<String> namesAndJson = new ArrayList<>();
    jobs.forEach(
        (name, job) -> {
          namesAndJson.add(name);
          namesAndJson.add(job.json());
        });
    redis.run("write_request_jobs", List.of(keys.requestJobs()), namesAndJson);
  }

  /** The jobs that were published last, by name; without those that cannot be read. */
  public Map<String, RequestJob> all() {
    SortedMap<String, RequestJob> jobs = new TreeMap<>();
    redis
        .commands()
        .hgetAll(keys.requestJobs())
        .forEach(
            (name, json) -> {
              try {
                jobs.put(name, RequestJob.parse(json));
              } catch (IllegalArgumentException e) {
                log.warn(
                    "job {} of {} cannot be read and is left out; start the servers anew: {}",
                    name,
                    keys.requestJobs(),
                    e.getMessage());
              }
            });
    return Collections.unmodifiableMap(jobs);
  }
}
