package io.rrrspec.common.redis;

import io.rrrspec.common.OutageException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** Names what Redis refuses, and to whom: before Redis 7 its answer names neither user nor key. */
final class MissingRight {
  private static final List<String> SIGNS =
      List.of("NOPERM ", "The user executing the script can't ", "ACL failure in script");

  /** Where the rights are that each part needs. */
  private static final String ADVICE = "give the user the rights in docs/redis-users.acl";

  private MissingRight() {}

  /** Whether an answer says that the user lacks a right. */
  static boolean isSign(String answer) {
    return SIGNS.stream().anyMatch(answer::contains);
  }

  /**
   * The exception in place of the answer. It counts as an outage: with the right everything goes
   * on, and no task is to blame.
   *
   * @param user null: the default one
   * @param what was refused, such as {@code the command SET}
   */
  static OutageException of(
      @Nullable String user, String what, List<?> keys, JedisDataException answer) {
    StringBuilder message =
        new StringBuilder("Redis refuses user '")
            .append(user == null ? "default" : user)
            .append("' ")
            .append(what);
    if (!keys.isEmpty()) {
      message.append(" on ").append(keys.get(0));
      if (keys.size() > 1) {
        message.append(" and ").append(keys.size() - 1).append(" more");
      }
    }
    return new OutageException("Redis", message.append(": ").append(ADVICE).toString(), answer);
  }

  /** The line for an answer of which nobody knows the command, as in a pipeline. */
  static String line(String answer) {
    return "Redis refuses a command (" + answer + "): " + ADVICE;
  }
}
