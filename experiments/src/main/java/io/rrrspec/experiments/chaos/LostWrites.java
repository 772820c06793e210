package io.rrrspec.experiments.chaos;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.exceptions.JedisException;

/** What may have been told twice, since Redis has lost writes. */
final class LostWrites {
  private final Set<String> mayHaveEndedTwice = new HashSet<>();
  private boolean happened;

  /**
   * Redis has lost its last writes.
   *
   * @param active the tasksets that are not over now: each may have been over before
   */
  synchronized void note(List<String> active) {
    happened = true;
    mayHaveEndedTwice.addAll(active);
  }

  /**
   * The same, with the tasksets that are not over by Redis.
   *
   * @return false: Redis does not answer
   */
  boolean noteActive(View view) {
    try {
      note(view.active());
      return true;
    } catch (JedisException e) {
      return false;
    }
  }

  /** Whether the record may be of an earlier end, with other trials. */
  synchronized boolean mayHaveEndedTwice(String taskset) {
    return mayHaveEndedTwice.contains(taskset);
  }

  /** Whether the record may have tasksets of which Redis knows nothing any more. */
  synchronized boolean happened() {
    return happened;
  }
}
