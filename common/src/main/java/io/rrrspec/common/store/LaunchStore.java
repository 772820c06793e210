package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which launch of a taskset a place of a worker serves next. */
public final class LaunchStore {
  private final RedisConnection redis;

  public LaunchStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** Whether the test JVMs of a taskset are not all started alike. */
  public boolean hasSeveral(String tasksetKey) {
    return "1".equals(redis.commands().hget(tasksetKey, "launches"));
  }

  /**
   * Chooses the launch for which a worker is to start a JVM. From then on the JVM counts as one of
   * that launch.
   *
   * @param number the number of the place
   * @param again the launch of the JVM that ran there, if another one of it is needed; else null
   * @return the launch; null if no start is worth its time now
   */
  public @Nullable String choose(
      String tasksetKey, String workerKey, int number, @Nullable String again) {
    String chosen =
        (String)
            redis.run(
                "choose_launch",
                List.of(tasksetKey, workerKey),
                List.of(Integer.toString(number), again == null ? "" : again));
    return chosen.isEmpty() ? null : chosen;
  }

  /** Tells which slave a place has started, so that it is not counted twice once it is there. */
  public void started(
      String tasksetKey, String workerKey, int number, String launch, String slaveKey) {
    redis
        .commands()
        .hset(
            Keys.starting(tasksetKey),
            workerKey + " " + number,
            launch + "\t" + System.currentTimeMillis() + "\t" + slaveKey);
  }
}
