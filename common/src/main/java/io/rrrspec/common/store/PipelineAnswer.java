package io.rrrspec.common.store;

import io.rrrspec.common.redis.Damage;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/** Answers of a pipeline where one key that is not what it should be must not hide the others. */
final class PipelineAnswer {
  private PipelineAnswer() {}

  /** The answer; if the key has a wrong type, what would come if it were not there. */
  static <T> T of(Response<T> response, T absent) {
    try {
      return response.get();
    } catch (JedisDataException e) {
      if (Damage.isCauseOf(e)) {
        return absent;
      }
      throw e;
    }
  }
}
