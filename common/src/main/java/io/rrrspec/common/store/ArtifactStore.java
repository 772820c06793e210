package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** Which worker holds which artifacts. Whether it lives its heartbeat says. */
public final class ArtifactStore {
  /** A script must not take long: what was used last stands first, and the rest is not told. */
  public static final int MOST = 1_000;

  private final RedisConnection redis;
  private final Keys keys;

  public ArtifactStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * Says what a worker holds; what it held before and does not now is withdrawn. To be said again
   * before {@link Lifetimes#ARTIFACTS} have passed.
   *
   * @param names each once; only the first {@link #MOST} are told
   */
  public void announce(String workerKey, List<String> names) {
    List<String> told = names.subList(0, Math.min(names.size(), MOST));
    List<String> with = new ArrayList<>(List.of(Keys.artifacts(workerKey)));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Keys.lastPart(workerKey),
                keys.artifact(""),
                Long.toString(Lifetimes.ARTIFACTS.toSeconds())));
    for (String name : told) {
      with.add(keys.artifact(name));
      arguments.add(name);
    }
    redis.run("announce_artifacts", with, arguments);
  }

  /** What a worker holds, in order. */
  public Set<String> heldBy(String workerKey) {
    return new TreeSet<>(redis.commands().smembers(Keys.artifacts(workerKey)));
  }

  /**
   * The keys of the workers that hold each of these artifacts, dead or alive; in one round trip.
   */
  public Map<String, Set<String>> holders(Collection<String> names) {
    Map<String, Response<Set<String>>> answers = new LinkedHashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      names.forEach(name -> answers.put(name, pipeline.hkeys(keys.artifact(name))));
      pipeline.sync();
    }
    Map<String, Set<String>> holders = new LinkedHashMap<>();
    answers.forEach(
        (name, answer) ->
            holders.put(
                name,
                PipelineAnswer.of(answer, Set.of()).stream()
                    .map(keys::worker)
                    .collect(Collectors.toCollection(TreeSet::new))));
    return holders;
  }
}
