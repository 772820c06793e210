package io.rrrspec.common.store;

import io.rrrspec.common.artifact.ArtifactPlace;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/**
 * Which worker holds which artifacts, gives them and makes them. Its heartbeat says if it lives.
 */
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
   * @param holdings each name once; only the first {@link #MOST} are told
   */
  public void announce(String workerKey, List<Holding> holdings) {
    List<String> with = new ArrayList<>(List.of(Keys.artifacts(workerKey)));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Keys.lastPart(workerKey),
                keys.artifact(""),
                Long.toString(Lifetimes.ARTIFACTS.toSeconds())));
    for (Holding holding : holdings.subList(0, Math.min(holdings.size(), MOST))) {
      with.add(keys.artifact(holding.name()));
      arguments.add(holding.name());
      arguments.add(holding.text());
    }
    redis.run("announce_artifacts", with, arguments);
  }

  /**
   * Says where a worker gives artifacts to others.
   *
   * @param owner the process that has the worker's name
   * @param address host and port
   * @param token what others have to show there
   * @return false: another process has the name
   */
  public boolean serve(String workerKey, String owner, String address, String token) {
    return redis.run("serve_artifacts", List.of(workerKey), List.of(owner, address, token))
            instanceof Long done
        && done == 1;
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

  /** Where an artifact can be fetched: the workers that live and give it, by name. */
  public List<ArtifactPlace> places(String name) {
    Map<String, Holding.Content> given = new TreeMap<>();
    redis
        .commands()
        .hgetAll(keys.artifact(name))
        .forEach(
            (worker, text) ->
                Holding.contentOf(text)
                    .ifPresent(content -> given.put(keys.worker(worker), content)));
    if (given.isEmpty()) {
      return List.of();
    }
    List<Response<List<String>>> addresses = new ArrayList<>();
    List<Response<Boolean>> beats = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String worker : given.keySet()) {
        addresses.add(pipeline.hmget(worker, "host", "artifact_address", "artifact_token"));
        beats.add(pipeline.exists(Keys.heartbeat(worker)));
      }
      pipeline.sync();
    }
    List<ArtifactPlace> found = new ArrayList<>();
    int i = 0;
    for (Map.Entry<String, Holding.Content> giver : given.entrySet()) {
      List<@Nullable String> fields = PipelineAnswer.of(addresses.get(i), List.of());
      boolean lives = beats.get(i++).get();
      String address = fields.size() < 3 ? null : fields.get(1);
      String token = fields.size() < 3 ? null : fields.get(2);
      if (lives && address != null && token != null) {
        String host = fields.get(0);
        found.add(
            new ArtifactPlace(
                giver.getKey(), host == null ? "" : host, address, token, giver.getValue()));
      }
    }
    return found;
  }

  /**
   * Who makes an artifact.
   *
   * @param worker its name
   * @param age for how long
   */
  public record Maker(String worker, Duration age) {}

  /**
   * Says that a worker makes an artifact, unless another one does; to be said again before {@link
   * Lifetimes#MAKER} have passed.
   *
   * @return whether it is this worker that makes it
   */
  public boolean make(String name, String workerKey) {
    Object other =
        redis.run(
            "make_artifact",
            List.of(keys.artifactMaker(name)),
            List.of(Keys.lastPart(workerKey), Long.toString(Lifetimes.MAKER.toMillis())));
    return "".equals(other);
  }

  /** Who makes an artifact now; empty: nobody. */
  public Optional<Maker> maker(String name) {
    String text =
        String.valueOf(
            redis.run("find_artifact_maker", List.of(keys.artifactMaker(name)), List.of()));
    int tab = text.indexOf('\t');
    Long millis = tab < 0 ? null : Fields.parseLong(text.substring(tab + 1));
    return millis == null
        ? Optional.empty()
        : Optional.of(new Maker(text.substring(0, tab), Duration.ofMillis(millis)));
  }

  /** Says that a worker makes an artifact no more, whether it holds it now or not. */
  public void made(String name, String workerKey) {
    redis.run(
        "made_artifact", List.of(keys.artifactMaker(name)), List.of(Keys.lastPart(workerKey)));
  }

  /** Notes how long a set-up took. */
  public void noteSetup(String rsyncName, Duration took) {
    redis
        .commands()
        .set(
            keys.setupMillis(rsyncName),
            Long.toString(took.toMillis()),
            SetParams.setParams().ex(Lifetimes.SETUP_TIME.toSeconds()));
  }

  /** How long the last set-up took anywhere; empty: it is not known. */
  public Optional<Duration> setupTime(String rsyncName) {
    Long millis = Fields.parseLong(redis.commands().get(keys.setupMillis(rsyncName)));
    return millis == null || millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
  }

  /**
   * The keys of the workers that serve each of these artifacts, dead or alive; in one round trip.
   */
  public Map<String, Set<String>> givers(Collection<String> names) {
    Map<String, Response<Map<String, String>>> answers = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      names.forEach(name -> answers.put(name, pipeline.hgetAll(keys.artifact(name))));
      pipeline.sync();
    }
    Map<String, Set<String>> givers = new HashMap<>();
    answers.forEach(
        (name, answer) ->
            PipelineAnswer.of(answer, Map.<String, String>of())
                .forEach(
                    (worker, holds) -> {
                      if (Holding.contentOf(holds).isPresent() && SafeName.isSafe(worker)) {
                        givers.computeIfAbsent(name, n -> new TreeSet<>()).add(keys.worker(worker));
                      }
                    }));
    return givers;
  }

  /**
   * Ends a taskset that nobody serves yet as succeeded, since a worker has its result.
   *
   * @return what came of it: {@code given}, or why not, as the script says it
   */
  public String give(String tasksetKey, String result, String workerKey) {
    return (String)
        redis.run(
            "give_result",
            List.of(tasksetKey, keys.artifact(result), workerKey),
            List.of(result, UUID.randomUUID().toString()));
  }
}
