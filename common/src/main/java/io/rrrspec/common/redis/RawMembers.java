package io.rrrspec.common.redis;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.UnifiedJedis;

/**
 * Removes what is no UTF-8. It is read as another text than it is, so that Redis finds nothing
 * under that text, and who drops it would meet it again in each look.
 */
public final class RawMembers {
  /** What a reader puts in place of bytes that are no text. */
  private static final int REPLACEMENT = 0xfffd;

  private RawMembers() {}

  /** Whether a text that was read may stand for other bytes. */
  public static boolean mayBeOther(String text) {
    return text.indexOf(REPLACEMENT) >= 0;
  }

  /**
   * Removes from a list, set, sorted set or hash the members or fields that are read as one of
   * these texts and are others. Asks Redis nothing if none of them may be such.
   */
  public static void remove(RedisConnection redis, String key, Collection<String> texts) {
    Set<String> others = Set.copyOf(texts.stream().filter(RawMembers::mayBeOther).toList());
    if (others.isEmpty()) {
      return;
    }
    UnifiedJedis commands = redis.commands();
    byte[] name = key.getBytes(StandardCharsets.UTF_8);
    switch (commands.type(key)) {
      case "list" ->
          chosen(commands.lrange(name, 0, -1), others)
              .forEach(member -> commands.lrem(name, 1, member));
      case "set" ->
          chosen(commands.smembers(name), others).forEach(member -> commands.srem(name, member));
      case "zset" ->
          chosen(commands.zrange(name, 0, -1), others)
              .forEach(member -> commands.zrem(name, member));
      case "hash" ->
          chosen(commands.hkeys(name), others).forEach(field -> commands.hdel(name, field));
      default -> {}
    }
  }

  private static List<byte[]> chosen(Collection<byte[]> all, Set<String> texts) {
    return all.stream()
        .filter(bytes -> texts.contains(new String(bytes, StandardCharsets.UTF_8)))
        .toList();
  }
}
