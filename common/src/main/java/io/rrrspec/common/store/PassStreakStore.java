package io.rrrspec.common.store;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import redis.clients.jedis.params.SetParams;

/** How often in a row the quarantined tests of a taskset class have passed. */
public final class PassStreakStore {
  private static final Duration LIFE = Duration.ofDays(30);

  private final RedisConnection redis;
  private final Keys keys;

  public PassStreakStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Replaces all that is known of a class. */
  public void save(String tasksetClass, Collection<PassStreak> streaks) {
    String text =
        streaks.stream()
            .map(one -> one.passes() + "\t" + (one.seen() ? "1" : "0") + "\t" + one.test())
            .collect(Collectors.joining("\n"));
    String unused =
        redis
            .commands()
            .set(keys.passStreaks(tasksetClass), text, SetParams.setParams().ex(LIFE.toSeconds()));
  }

  /** What is known of a class; what cannot be read is left out. */
  public List<PassStreak> find(String tasksetClass) {
    String text = redis.commands().get(keys.passStreaks(tasksetClass));
    List<PassStreak> streaks = new ArrayList<>();
    for (String line : text == null || text.isEmpty() ? new String[0] : text.split("\n", -1)) {
      String[] parts = line.split("\t", 3);
      try {
        streaks.add(
            new PassStreak(
                TestMethod.parse(parts[2]), Integer.parseInt(parts[0]), parts[1].equals("1")));
      } catch (RrrspecException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
        // Of another release: the next run writes it again.
        continue;
      }
    }
    return streaks;
  }
}
