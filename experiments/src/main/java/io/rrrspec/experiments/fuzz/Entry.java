package io.rrrspec.experiments.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.XAddParams;

/**
 * The content of one key.
 *
 * @param type as Redis names it
 * @param life in milliseconds; negative: it has none
 * @param values of a string the text, of a list the elements, of a hash field and value in turn, of
 *     a set the members, of a sorted set member and score in turn
 */
record Entry(String type, long life, List<String> values) {
  /** Before a value whose characters are bytes. */
  private static final String RAW = "\uf8ff";

  Entry {
    values = List.copyOf(values);
  }

  static Entry of(UnifiedJedis redis, String key) {
    String type = redis.type(key);
    long life = redis.pttl(key);
    return new Entry(
        type,
        life,
        switch (type) {
          case "string" -> List.of(String.valueOf(redis.get(key)));
          case "list" -> redis.lrange(key, 0, -1);
          case "set" -> redis.smembers(key).stream().sorted(StableIds.ORDER).toList();
          case "hash" -> inTurn(redis.hgetAll(key));
          case "zset" ->
              redis.zrangeWithScores(key, 0, -1).stream()
                  .flatMap(tuple -> List.of(tuple.getElement(), score(tuple.getScore())).stream())
                  .toList();
          default -> throw new IllegalStateException(key + " is a " + type);
        });
  }

  private static String score(double score) {
    return Double.toString(score);
  }

  private static List<String> inTurn(Map<String, String> hash) {
    return hash.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(StableIds.ORDER))
        .flatMap(field -> List.of(field.getKey(), field.getValue()).stream())
        .toList();
  }

  /** How many of the values are one element. */
  int width() {
    return type.equals("hash") || type.equals("zset") ? 2 : 1;
  }

  Entry with(List<String> others) {
    return new Entry(type, life, others);
  }

  /** The same with other texts in all values. */
  Entry renamed(Map<String, String> names) {
    return with(values.stream().map(value -> renamed(value, names)).toList());
  }

  static String renamed(String text, Map<String, String> names) {
    String renamed = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      renamed = renamed.replace(name.getKey(), name.getValue());
    }
    return renamed;
  }

  /** A value of bytes that may be no text. */
  static String raw(byte[] bytes) {
    return RAW + new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String value) {
    return value.startsWith(RAW)
        ? value.substring(RAW.length()).getBytes(StandardCharsets.ISO_8859_1)
        : value.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes it to a key that is not there; nothing if it has no values. */
  void write(AbstractPipeline to, String name) {
    if (values.isEmpty()) {
      return;
    }
    byte[] key = bytes(name);
    byte[][] all = values.stream().map(Entry::bytes).toArray(byte[][]::new);
    switch (type) {
      case "string" -> to.set(key, all[0]);
      case "list" -> to.rpush(key, all);
      case "set" -> to.sadd(key, all);
      case "hash" -> {
        for (int i = 0; i + 1 < all.length; i += 2) {
          to.hset(key, all[i], all[i + 1]);
        }
      }
      case "zset" -> {
        for (int i = 0; i + 1 < all.length; i += 2) {
          to.zadd(key, number(values.get(i + 1)), all[i]);
        }
      }
      case "stream" -> to.xadd(key, XAddParams.xAddParams(), Map.of(all[0], all[all.length - 1]));
      default -> throw new IllegalStateException(type);
    }
    if (life > 0) {
      to.pexpire(key, life);
    }
  }

  private static double number(String score) {
    try {
      double number = Double.parseDouble(score);
      return Double.isNaN(number) ? 0 : number;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
