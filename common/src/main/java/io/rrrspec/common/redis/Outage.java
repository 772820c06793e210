package io.rrrspec.common.redis;

import io.rrrspec.common.OutageException;
import java.util.Optional;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Tells a Redis that does not serve from everything else that can go wrong. It is away, starts,
 * fails over, is busy, refuses writes (its memory or its disk is full), or refuses this process
 * (another password, a missing right): whatever of that, it may serve again, and no test and no
 * taskset is to blame.
 */
public final class Outage {
  private static final String CODES =
      "LOADING|MASTERDOWN|READONLY|BUSY|OOM|MISCONF|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|UNBLOCKED"
          + "|NOAUTH|WRONGPASS|DENIED";

  /**
   * An answer begins with its code. Before Redis 7, that of a command in a script stands behind the
   * place in the script.
   */
  private static final Pattern SIGN =
      Pattern.compile(
          "^(?:" + CODES + ") |^ERR Error running script.*?: -(?:" + CODES + ") ", Pattern.DOTALL);

  /** Of answers without a code of their own: no room for one more client, or no such password. */
  private static final Pattern WORDS =
      Pattern.compile("^ERR (?:max number of clients|AUTH |Client sent AUTH)");

  private static final Pattern CLASS = Pattern.compile("^(?:[a-z]\\w*\\.)+[A-Z]\\w*: ");

  private Outage() {}

  /** Whether a command failed because Redis did not serve. */
  public static boolean isCauseOf(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof JedisConnectionException
          || t instanceof OutageException outage && outage.what().equals("Redis")
          || t instanceof JedisDataException && isSign(String.valueOf(t.getMessage()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSign(String message) {
    return SIGN.matcher(message).find()
        || WORDS.matcher(message).find()
        || MissingRight.isSign(message);
  }

  /** What a person reads whose command has ended because of it, in one line. */
  public static String line(Throwable thrown) {
    return missingRight(thrown)
        .orElseGet(() -> "Redis does not serve (" + why(thrown) + "): try again when it does");
  }

  /**
   * The line about the right that the Redis user of this process lacks; empty if that is not the
   * cause.
   */
  public static Optional<String> missingRight(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof JedisDataException && MissingRight.isSign(String.valueOf(t.getMessage()))) {
        return Optional.of(
            thrown instanceof OutageException
                ? String.valueOf(thrown.getMessage())
                : MissingRight.line(text(t)));
      }
    }
    return Optional.empty();
  }

  /** What a failed command says, in one line and without the names of Java's classes. */
  public static String why(Throwable thrown) {
    String message = text(thrown);
    for (Throwable suppressed : thrown.getSuppressed()) {
      // The driver has one for each address that it has tried.
      String more = text(suppressed);
      return message.contains(more) ? message : message + " (" + more + ")";
    }
    return message;
  }

  private static String text(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null || message.isBlank()
        ? thrown.getClass().getSimpleName()
        : CLASS
            .matcher(message.lines().findFirst().orElse(""))
            .replaceFirst("")
            .replaceFirst("\\.$", "");
  }

  /** Whether this came from Redis at all, for whatever reason. */
  public static boolean isOfRedis(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof JedisException) {
        return true;
      }
    }
    return false;
  }
}
