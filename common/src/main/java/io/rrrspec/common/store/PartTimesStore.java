package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;

/** How classes may be divided, by taskset class. */
public final class PartTimesStore {
  private final RedisConnection redis;
  private final Keys keys;

  public PartTimesStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** All that is known of a class, by spec_file; what cannot be read is left out. */
  public Map<String, KnownParts> find(String tasksetClass) {
    Map<String, KnownParts> found = new HashMap<>();
    redis
        .commands()
        .hgetAll(keys.partTimes(tasksetClass))
        .forEach(
            (specFile, text) -> {
              try {
                found.put(specFile, read(LazyMapper.JSON.readTree(text)));
              } catch (JsonProcessingException | IllegalArgumentException e) {
                // Somebody else's: as good as nothing.
                found.remove(specFile);
              }
            });
    return found;
  }

  private static KnownParts read(JsonNode json) {
    PartTimes times = null;
    if (json.has("methods")) {
      TreeMap<String, Duration> methods = new TreeMap<>();
      json.path("methods")
          .fields()
          .forEachRemaining(method -> methods.put(method.getKey(), millis(method.getValue())));
      times =
          new PartTimes(
              millis(json.path("setup_ms")),
              methods,
              json.path("tests").asInt(),
              json.path("skipped").asInt());
    }
    return new KnownParts(
        times,
        text(json.get("refused")),
        text(json.get("class_files")),
        text(json.get("passed_with")));
  }

  private static @Nullable String text(@Nullable JsonNode json) {
    return json == null ? null : json.asText();
  }

  private static Duration millis(JsonNode number) {
    if (!number.isIntegralNumber() || number.asLong() < 0) {
      throw new IllegalArgumentException("no duration: " + number);
    }
    return Duration.ofMillis(number.asLong());
  }

  /** Replaces all that is known of a class. */
  public void save(String tasksetClass, Map<String, KnownParts> known) {
    String key = keys.partTimes(tasksetClass);
    Map<String, String> hash = new HashMap<>();
    known.forEach((specFile, each) -> hash.put(specFile, write(each)));
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      pipeline.del(key);
      if (!hash.isEmpty()) {
        pipeline.hset(key, hash);
      }
      pipeline.sync();
    }
  }

  private static String write(KnownParts known) {
    ObjectNode json = LazyMapper.JSON.createObjectNode();
    PartTimes times = known.times();
    if (times != null) {
      json.put("setup_ms", times.setup().toMillis());
      json.put("tests", times.tests());
      json.put("skipped", times.skipped());
      ObjectNode methods = json.putObject("methods");
      times.methods().forEach((method, time) -> methods.put(method, time.toMillis()));
    }
    if (known.refusal() != null) {
      json.put("refused", known.refusal());
    }
    if (known.classFiles() != null) {
      json.put("class_files", known.classFiles());
    }
    if (known.passedWith() != null) {
      json.put("passed_with", known.passedWith());
    }
    return json.toString();
  }
}
