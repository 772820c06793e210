package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files that come back from runs: which worker has put its part where clients fetch it, and which
 * of these directories are to be removed.
 */
public final class CollectStore {
  /** Longer than any run: nobody else ends the life of what is written before the end of a run. */
  private static final Duration LONGEST_RUN = Duration.ofDays(30);

  private static final int MOST_PARTS_OF_WORKER = 100;

  private final RedisConnection redis;
  private final Keys keys;

  CollectStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Where a part is. */
  public enum State {
    /** Its worker serves the taskset, or sends the files. */
    OPEN,
    /** The files are there. */
    SENT,
    /** There are none. */
    NONE,
    /** They will not come: the note says why. */
    LOST
  }

  /**
   * The files of one worker's service to a taskset.
   *
   * @param name the name of the worker; with a dot and a number from the second service on
   * @param worker the name of the worker
   * @param state where they are
   * @param note what was left out, or why they will not come; may be empty
   */
  public record Part(String name, String worker, State state, String note) {}

  /**
   * Says that a worker begins to serve a taskset, and that files of it will come.
   *
   * @param token of this service alone: a repeat with the same one changes nothing
   * @return the name of the part
   */
  public String begin(String tasksetKey, String worker, String token) {
    String parts = Keys.collected(tasksetKey);
    String open = value(State.OPEN, worker, token);
    for (int number = 1; number < MOST_PARTS_OF_WORKER; number++) {
      String name = number == 1 ? worker : worker + "." + number;
      if (redis.commands().hsetnx(parts, name, open) == 1
          || open.equals(redis.commands().hget(parts, name))) {
        redis.commands().expire(parts, LONGEST_RUN.toSeconds());
        return name;
      }
    }
    // Nobody serves a taskset so often; the last part is the newest.
    return worker + "." + MOST_PARTS_OF_WORKER;
  }

  /** Says that no more comes of a part, and why that is or what was left out. */
  public void end(
      String tasksetKey, String part, String worker, State state, String note, Duration keep) {
    redis.commands().hset(Keys.collected(tasksetKey), part, value(state, worker, note));
    redis.commands().expire(Keys.collected(tasksetKey), keep.toSeconds());
  }

  private static String value(State state, String worker, String note) {
    return state.name() + "\t" + worker + "\t" + note.replaceAll("\\p{Cntrl}", " ");
  }

  /** All parts of a taskset, in the order of their names; what cannot be read is left out. */
  public List<Part> parts(String tasksetKey) {
    Map<String, String> fields =
        new TreeMap<>(redis.commands().hgetAll(Keys.collected(tasksetKey)));
    List<Part> parts = new ArrayList<>();
    fields.forEach(
        (name, value) -> {
          String[] words = value.split("\t", 3);
          if (words.length == 3) {
            for (State state : State.values()) {
              if (state.name().equals(words[0])) {
                parts.add(new Part(name, words[1], state, state == State.OPEN ? "" : words[2]));
              }
            }
          }
        });
    return parts;
  }

  /** Whether a worker lives and serves a taskset, or is still about to leave it. */
  public boolean isServedBy(String tasksetKey, String worker) {
    String key = keys.worker(worker);
    return tasksetKey.equals(redis.commands().hget(key, "taskset"))
        && redis.commands().exists(Keys.heartbeat(key));
  }

  /**
   * The name of the directory of a part, beside those of the sources.
   *
   * @param part a safe name
   */
  public static String directory(String tasksetKey, String part) {
    return "collected-" + Keys.lastPart(tasksetKey) + "-" + part;
  }

  /** Has a server remove a directory at some time, unless it is removed before. */
  public void removeAt(String directory, Instant at) {
    redis.commands().zadd(keys.collectedDirectories(), at.toEpochMilli(), directory);
  }

  /** Directories that are to be removed, the longest overdue first. */
  public List<String> due(Instant now, int most) {
    return redis
        .commands()
        .zrangeByScore(keys.collectedDirectories(), 0, now.toEpochMilli(), 0, most);
  }

  /** A directory is gone. */
  public void removed(String directory) {
    redis.commands().zrem(keys.collectedDirectories(), directory);
    RawMembers.remove(redis, keys.collectedDirectories(), List.of(directory));
  }
}
