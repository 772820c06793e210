package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.List;

/** Locks of rsync_names: two clients must never sync into one directory. */
public final class NameLockStore {
  private final RedisConnection redis;
  private final Keys keys;

  public NameLockStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** What a client that wants a name is told. */
  public sealed interface Outcome {
    /** The name is its own until the lock runs out or is given back. */
    record Locked() implements Outcome {}

    /**
     * Another client is about to use it.
     *
     * @param owner what that client calls itself
     */
    record Held(String owner) implements Outcome {}

    /**
     * A run of that name goes on.
     *
     * @param taskset its key
     */
    record Active(String taskset) implements Outcome {}
  }

  /**
   * Locks a name, or renews the lock.
   *
   * @param owner what the client calls itself; different for every run
   * @param life how long the lock lives unless it is renewed
   */
  public Outcome lock(String rsyncName, String owner, Duration life) {
    String lock = keys.nameLock(rsyncName);
    String answer =
        (String)
            redis.run(
                "lock_name",
                List.of(lock, keys.activeTasksets()),
                List.of(owner, Long.toString(life.toMillis()), rsyncName));
    if (answer.equals("locked")) {
      return new Outcome.Locked();
    }
    if (answer.equals("held")) {
      String holder = redis.commands().get(lock);
      return new Outcome.Held(holder == null ? "another client" : holder);
    }
    return new Outcome.Active(answer);
  }

  /** Gives a name back; harmless if it is another client's by now. */
  public void unlock(String rsyncName, String owner) {
    redis.run("unlock_name", List.of(keys.nameLock(rsyncName)), List.of(owner));
  }
}
