package io.rrrspec.common.store;

import io.rrrspec.common.redis.RedisConnection;
import java.util.Collection;
import java.util.List;

/**
 * Gates before tasks of a taskset: goals of the build run before and behind these tasks. A gate is
 * a resource of which there is none until it is opened.
 */
public final class GateStore {
  /** How many tasks run behind an open gate at once: more than there are slaves. */
  private static final int OPEN = 10_000;

  private final RedisConnection redis;

  GateStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * Has a created taskset end no sooner than its gates.
   *
   * @param gates how many it has, 1 or more
   */
  public void hold(String tasksetKey, int gates) {
    redis.commands().hset(tasksetKey, "held", Integer.toString(gates));
  }

  /** Lets the tasks behind a gate begin. */
  public void open(String tasksetKey, String gate) {
    redis.run("open_gate", List.of(tasksetKey), List.of(gate, Integer.toString(OPEN)));
  }

  /**
   * Ends the JVMs of launches whose tasks are all decided.
   *
   * @return how many of these JVMs have not ended, 0 or more
   */
  public int close(String tasksetKey, Collection<String> launches) {
    Long left = (Long) redis.run("close_launches", List.of(tasksetKey), List.copyOf(launches));
    return Math.toIntExact(left);
  }

  /**
   * Takes a gate away. Tasks behind it that have not begun are not run; the last gate lets the
   * taskset end.
   *
   * @param why why the run fails whatever its tests say, in one line; empty if it need not
   */
  public void end(String tasksetKey, String gate, String why) {
    redis.run("end_gate", List.of(tasksetKey), List.of(gate, why));
  }
}
