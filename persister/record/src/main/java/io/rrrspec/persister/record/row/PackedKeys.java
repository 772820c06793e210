package io.rrrspec.persister.record.row;

import io.rrrspec.common.redis.Keys;
import org.jspecify.annotations.Nullable;

/**
 * Takes keys apart and puts them together again, so that a long spec_file is stored once per task
 * and not once more in every key. The shapes are those of docs/redis-schema.md.
 */
public final class PackedKeys {
  private PackedKeys() {}

  /** The key of a task of a taskset. */
  public static String task(String tasksetKey, String specFile) {
    return Keys.task(tasksetKey, specFile);
  }

  /** The spec_file in a task's key; null if it is not the key of a task of this taskset. */
  public static @Nullable String specFile(String tasksetKey, String taskKey) {
    String prefix = Keys.task(tasksetKey, "");
    return taskKey.startsWith(prefix) ? taskKey.substring(prefix.length()) : null;
  }

  /** What is stored of a trial's key: its last part, or all of it if it is not below its task's. */
  public static String trialName(String taskKey, String trialKey) {
    String prefix = Keys.trial(taskKey, "");
    String name = trialKey.startsWith(prefix) ? trialKey.substring(prefix.length()) : trialKey;
    return name.contains(":") ? trialKey : name;
  }

  /** The key that {@link #trialName} was given. */
  public static String trial(String taskKey, String trialName) {
    return trialName.contains(":") ? trialName : Keys.trial(taskKey, trialName);
  }

  /** The last part of a taskset's key, as {@code Taskset.id()} has it. */
  public static String id(String tasksetKey) {
    return Keys.lastPart(tasksetKey);
  }
}
