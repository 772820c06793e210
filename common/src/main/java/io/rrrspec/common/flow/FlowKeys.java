package io.rrrspec.common.flow;

import io.rrrspec.common.redis.Keys;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of the keys of flows. Those of {@code idoit} and ours stand side by side.
 *
 * @param namespace what each name begins with, such as {@code rrrspec:flow:}
 */
public record FlowKeys(String namespace) {
  private static final Set<String> OTHERS =
      Set.of(
          "waiting",
          "idle",
          "locked",
          "restart",
          "finished",
          "roots",
          "wake",
          "cancelling",
          "runs",
          "sources");

  private static final Pattern OTHER =
      Pattern.compile("^(ichunks|crons?|count):|:(startable|commands|commands_locked)$");

  /** Those of an installation that shares its flows with nobody. */
  public static FlowKeys ofService(Keys keys) {
    return new FlowKeys(keys.namespace() + ":flow:");
  }

  /**
   * Those of an installation.
   *
   * @param shared what they begin with if others have them, too; null: nobody has
   */
  public static FlowKeys of(@Nullable String shared, Keys keys) {
    return shared == null ? ofService(keys) : new FlowKeys(shared);
  }

  /** Where the ends of the runs of flows are told: to whichever server looks first. */
  public static String runsToldAt(Keys keys) {
    return keys.notifyList("flows");
  }

  /**
   * Whether a text that somebody typed can be the id of a task: its key is none of the keys beside
   * the tasks.
   */
  public static boolean canNameTask(String id) {
    return !id.isEmpty() && !OTHERS.contains(id) && !OTHER.matcher(id).find();
  }

  /** Set: tasks that nothing has activated yet. */
  public String waiting() {
    return namespace + "waiting";
  }

  /** Set: operators whose children are at work. */
  public String idle() {
    return namespace + "idle";
  }

  /** Set: tasks of a pool that can start. */
  public String startable(String pool) {
    return namespace + pool + ":startable";
  }

  /** Sorted set: tasks that are executed, by the deadline in ms. */
  public String locked() {
    return namespace + "locked";
  }

  /** Sorted set: tasks to be tried again, by the time in ms. */
  public String restart() {
    return namespace + "restart";
  }

  /** Sorted set: tasks that are over, by the time in ms at which they are forgotten. */
  public String finished() {
    return namespace + "finished";
  }

  /** Sorted set: commands of a pool, by the time in ms at which they are due. */
  public String commands(String pool) {
    return namespace + pool + ":commands";
  }

  /** Sorted set: commands of a pool that a server carries out, by the deadline in ms. */
  public String lockedCommands(String pool) {
    return namespace + pool + ":commands_locked";
  }

  /** Hash: a task, each value JSON. */
  public String task(String id) {
    return namespace + id;
  }

  /** Set: children of an iterator that are not finished. */
  public String chunks(String id) {
    return namespace + "ichunks:" + id;
  }

  /** String with expiry: a task has been started at a time. */
  public String cron(String name, String time) {
    return namespace + "cron:" + name + ":" + time;
  }

  /** String with expiry, ours: the last time of a type that has been looked at, in ms. */
  public String lastCron(String name) {
    return namespace + "crons:" + name;
  }

  /** String with expiry, ours: how many children a group or a chain has. */
  public String count(String id) {
    return namespace + "count:" + id;
  }

  /** Sorted set, ours: flows that people look at, by the time in ms at which they were started. */
  public String roots() {
    return namespace + "roots";
  }

  /** List, ours: has an entry if there may be something to do. */
  public String wake() {
    return namespace + "wake";
  }

  /** Hash, ours: runs that tasks of flows wait for, by the key of the taskset. */
  public String runs() {
    return namespace + "runs";
  }

  /**
   * Sorted set, ours: flows whose sources were sent, by the time in ms of the next look at them.
   */
  public String sources() {
    return namespace + "sources";
  }

  /** Set, ours: tasks that somebody has cancelled while what is below them is being cancelled. */
  public String cancelling() {
    return namespace + "cancelling";
  }
}
