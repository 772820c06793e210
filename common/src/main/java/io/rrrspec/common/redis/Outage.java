package io.rrrspec.common.redis;

import java.util.List;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Tells a Redis that is away, or not ready to serve, from everything else that can go wrong. */
public final class Outage {
  /** What a Redis says that starts, fails over, or is busy: it will serve again. */
  private static final List<String> SIGNS = List.of("LOADING", "MASTERDOWN", "READONLY", "BUSY ");

  private Outage() {}

  /** Whether a command failed because Redis did not serve. */
  public static boolean isCauseOf(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String message = t.getMessage();
      if (t instanceof JedisConnectionException
          || (t instanceof JedisDataException
              && message != null
              && SIGNS.stream().anyMatch(message::startsWith))) {
        return true;
      }
    }
    return false;
  }

  /** Whether this came from Redis at all, for whatever reason. */
  public static boolean isOfRedis(Throwable thrown) {
    return thrown instanceof JedisException;
  }
}
