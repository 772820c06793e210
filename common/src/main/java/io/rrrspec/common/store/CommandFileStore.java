package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.Optional;

/**
 * The arguments that the commands of a taskset get as a file, and the output that they give back as
 * one. Both are JSON objects.
 */
public final class CommandFileStore {
  /** The longest output, in bytes of UTF-8. */
  public static final int MOST_OUTPUT = 64 * 1024;

  private static final Duration LIFE = Duration.ofDays(7);

  private final RedisConnection redis;

  public CommandFileStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** Writes the arguments, which live for 7 days; to be called before the taskset is activated. */
  public void args(String tasksetKey, String json) {
    redis.commands().setex(Keys.commandArgs(tasksetKey), LIFE.toSeconds(), json);
  }

  /** Reads the arguments; empty if its commands get no files. */
  public Optional<String> args(String tasksetKey) {
    return Optional.ofNullable(redis.commands().get(Keys.commandArgs(tasksetKey)));
  }

  /**
   * Writes the output, which lives for 7 days; to be called before the trial ends.
   *
   * @param json at most {@link #MOST_OUTPUT} bytes
   */
  public void output(String tasksetKey, String json) {
    redis.commands().setex(Keys.commandOutput(tasksetKey), LIFE.toSeconds(), json);
  }

  /** Reads the output; empty if no command has given any. */
  public Optional<String> output(String tasksetKey) {
    return Optional.ofNullable(redis.commands().get(Keys.commandOutput(tasksetKey)));
  }
}
