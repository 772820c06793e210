package io.rrrspec.common.redis;

import java.util.List;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Tells what stands wrongly in Redis from a Redis that does not serve: the first will fail again
 * and has to be set aside, the second passes and must cost nobody a message or a taskset.
 */
public final class Damage {
  private static final List<String> SIGNS =
      List.of(
          "WRONGTYPE",
          "not an integer",
          "not a valid float",
          "would overflow",
          "attempt to ",
          "bad argument",
          "arguments must be strings or integers");

  private Damage() {}

  /** Whether a command or script failed because of the content of a key. */
  public static boolean isCauseOf(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String message = t.getMessage();
      if (t instanceof JedisDataException
          && message != null
          && SIGNS.stream().anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }
}
