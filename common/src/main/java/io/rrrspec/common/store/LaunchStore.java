package io.rrrspec.common.store;

import io.rrrspec.common.launch.LaunchChoice;
import io.rrrspec.common.launch.LaunchLoad;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which launch of a taskset a place of a worker serves next. */
public final class LaunchStore {
  /** Who is overtaken more often gets nothing now, and asks again. */
  private static final int ATTEMPTS = 5;

  private static final int VALUES = 9;

  /** How many tasks one script moves, so that it stays short. */
  private static final int MOVED_AT_ONCE = 500;

  private final RedisConnection redis;

  public LaunchStore(RedisConnection redis) {
    this.redis = redis;
  }

  /**
   * A place of a worker, which is free.
   *
   * @param number its number in the worker, 0 or more
   * @param of how many places the worker has, 1 or more
   */
  public record Place(String tasksetKey, String workerKey, int number, int of) {
    private List<String> keys() {
      return List.of(tasksetKey, workerKey);
    }

    private String text() {
      return Integer.toString(number);
    }
  }

  /**
   * Chooses the launch for which a place is to start a JVM ({@link LaunchChoice}). From then on the
   * JVM counts as one of that launch.
   *
   * @return the launch; null if no start is worth its time now
   */
  public @Nullable String choose(Place place) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      List<?> read =
          (List<?>)
              redis.run(
                  "read_launches",
                  place.keys(),
                  List.of(place.text(), Integer.toString(place.of())));
      if (read.isEmpty()) {
        return null;
      }
      String version = (String) read.get(0);
      int places = Integer.parseInt((String) read.get(1));
      String chosen = LaunchChoice.next(loads(read.subList(2, read.size())), places).orElse(null);
      if (chosen == null || take(place, chosen, version)) {
        return chosen;
      }
    }
    return null;
  }

  /**
   * A place starts another JVM of this launch, whatever others have chosen.
   *
   * @param launch empty if the taskset has only one
   * @return whether it may; not while an isolated class runs on its host, nor if nothing else is
   *     left there for a second JVM
   */
  public boolean again(Place place, String launch) {
    return take(place, launch, "*");
  }

  private boolean take(Place place, String launch, String version) {
    Long taken =
        (Long) redis.run("take_launch", place.keys(), List.of(place.text(), launch, version));
    return taken == 1;
  }

  /** Tells which slave a place has started, so that it is not counted twice once it is there. */
  public void started(Place place, String slaveKey) {
    redis.run("launch_started", place.keys(), List.of(place.text(), slaveKey));
  }

  /**
   * JVMs of a launch that is made for speed do not start: the tasks that wait for one run as is,
   * and none is started any more.
   *
   * @param why in one line
   * @return how many tasks were moved
   */
  public int runAsIs(String tasksetKey, String launch, String why) {
    int moved = 0;
    while (true) {
      List<?> answer =
          (List<?>)
              redis.run(
                  "run_as_is",
                  List.of(tasksetKey),
                  List.of(launch, why, Integer.toString(MOVED_AT_ONCE)));
      moved += Math.toIntExact((Long) answer.get(0));
      if ((Long) answer.get(1) == 0) {
        return moved;
      }
    }
  }

  /** A year. */
  private static final double LONGEST_MILLIS = 365.0 * 24 * 3_600 * 1_000;

  private static List<LaunchLoad> loads(List<?> values) {
    List<LaunchLoad> loads = new ArrayList<>();
    for (int at = 0; at + VALUES <= values.size(); at += VALUES) {
      List<?> load = values.subList(at, at + VALUES);
      loads.add(
          new LaunchLoad(
              (String) load.get(0),
              number(load.get(1)),
              number(load.get(2)),
              millis(load.get(3)),
              millis(load.get(4)),
              number(load.get(5)),
              number(load.get(6)),
              millis(load.get(7)),
              millis(load.get(8))));
    }
    return loads;
  }

  private static int number(Object text) {
    return (int) Math.min(Integer.MAX_VALUE, bounded((String) text));
  }

  private static Duration millis(Object text) {
    return Duration.ofMillis(bounded((String) text));
  }

  /** A damaged time or estimate must not keep all workers from all launches. */
  private static long bounded(String text) {
    try {
      double number = Double.parseDouble(text);
      return Math.round(Math.max(0, Math.min(LONGEST_MILLIS, number)));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
