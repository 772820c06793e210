package io.rrrspec.common.store;

import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a worker reads, and says, to change its number of slaves while it serves a taskset. */
public final class SlaveNumberStore {
  private final RedisConnection redis;

  SlaveNumberStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * What waits in a taskset.
   *
   * @param tasks how many tasks wait for a slave and may run beside others
   * @param slaves how many slaves, on all workers, wait for a task
   * @param alone whether no more JVMs than needed may run on the worker's host: tasks are looked at
   *     again, some of which need their host to themselves, or an isolated one runs there
   */
  public record Waiting(long tasks, long slaves, boolean alone) {}

  /** Reads what waits, as a worker sees it. */
  public Waiting waiting(String tasksetKey, String workerKey) {
    List<?> read = (List<?>) redis.run("read_waiting", List.of(tasksetKey, workerKey), List.of());
    return new Waiting((Long) read.get(0), (Long) read.get(1), "1".equals(read.get(2)));
  }

  /**
   * What is known of the tasks of a taskset, as far as past runs have measured them.
   *
   * @param processor the sum of their processor times
   * @param waiting the sum of the times in which they want no processor
   * @param longest the longest of them, by both together
   */
  public record KnownWork(Duration processor, Duration waiting, Duration longest) {}

  /** Reads what is known; zero where nothing is. */
  public KnownWork knownWork(String tasksetKey) {
    List<@Nullable String> sums =
        redis.commands().hmget(tasksetKey, "known_cpu_ms", "known_wait_ms", "known_longest_ms");
    return new KnownWork(millis(sums.get(0)), millis(sums.get(1)), millis(sums.get(2)));
  }

  private static Duration millis(@Nullable String text) {
    Duration time = new Fields(Map.of("ms", text == null ? "" : text)).duration("ms");
    return time == null ? Duration.ZERO : time;
  }

  /** Has slaves of a worker end when they ask for their next task; returns those that will. */
  public List<String> retire(String tasksetKey, List<String> slaveKeys) {
    return write(tasksetKey, slaveKeys, "1");
  }

  /** Takes that back; who has asked meanwhile has ended. */
  public void keep(String tasksetKey, List<String> slaveKeys) {
    List<String> unused = write(tasksetKey, slaveKeys, "");
  }

  private List<String> write(String tasksetKey, List<String> slaveKeys, String retires) {
    if (slaveKeys.isEmpty()) {
      return List.of();
    }
    List<String> all = new ArrayList<>(List.of(tasksetKey));
    all.addAll(slaveKeys);
    List<?> written = (List<?>) redis.run("retire_slaves", all, List.of(retires));
    return written.stream().map(String.class::cast).toList();
  }
}
