package io.rrrspec.common.store;

import io.rrrspec.common.redis.RedisConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import redis.clients.jedis.Protocol;

/** The clock by which the scripts write when something happened: the only one that all share. */
final class RedisClock {
  private RedisClock() {}

  /** Returns milliseconds since 1970. */
  @SuppressWarnings("deprecation") // sendCommand: Jedis has no method for TIME
  static long millis(RedisConnection redis) {
    List<?> time = (List<?>) redis.commands().sendCommand(Protocol.Command.TIME);
    return number(time.get(0)) * 1_000 + number(time.get(1)) / 1_000;
  }

  private static long number(Object bytes) {
    return Long.parseLong(new String((byte[]) bytes, StandardCharsets.US_ASCII));
  }
}
