package io.rrrspec.common.redis;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.IoReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.RedisCredentials;

/**
 * The password of a Redis user that is in a file of its own. Each new connection reads it, so that
 * a process goes on when both have changed: Redis has closed the connections with the old one, or
 * they stay as they are.
 *
 * @param user its ACL user; null: the default one
 * @param file its first line is the password
 */
record PasswordFile(@Nullable String user, Path file) implements Supplier<RedisCredentials> {
  /** More than any password has: the file may be a wrong one. */
  private static final int MOST_CHARS = 10_000;

  /**
   * Reads it for one connection.
   *
   * @throws OutageException if it cannot be read now; it may be replaced at this moment
   */
  @Override
  public RedisCredentials get() {
    try {
      return new DefaultRedisCredentials(user, read());
    } catch (UsageException e) {
      throw new OutageException("Redis", String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The password.
   *
   * @throws UsageException if the file has none
   */
  String read() {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      char[] chars = new char[MOST_CHARS];
      int length = 0;
      for (int more = 0; more >= 0 && length < MOST_CHARS; length += Math.max(more, 0)) {
        more = in.read(chars, length, MOST_CHARS - length);
      }
      String line = new String(chars, 0, length).lines().findFirst().orElse("");
      if (line.isEmpty() || line.length() == MOST_CHARS) {
        throw wrong("has no password in its first line: write one", null);
      }
      return line;
    } catch (IOException e) {
      throw wrong("cannot be read: " + IoReason.of(e), e);
    }
  }

  private UsageException wrong(String what, @Nullable Throwable cause) {
    return new UsageException("redis_password_file is " + file + ", which " + what, cause);
  }
}
