package io.rrrspec.common.flow;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How an iterator divides the tasks of a run into runs.
 *
 * @param tasks how many tasks there are; 0 or more
 * @param batch how many of them a run has at most; 1 or more
 * @param times how often each task is run; 1 or more
 */
public record RunParts(long tasks, long batch, long times) {
  /**
   * Reads the fields {@code tasks}, {@code batch} and {@code times}; the last two may be missing.
   */
  public static RunParts of(JsonNode wish) {
    long tasks = wish.path("tasks").asLong();
    return new RunParts(
        tasks,
        Math.max(1, wish.path("batch").asLong(Math.max(1, tasks))),
        wish.path("times").asLong(1));
  }

  /** How many runs there are in all. */
  public long count() {
    return each() * times;
  }

  private long each() {
    return (tasks + batch - 1) / batch;
  }

  /** Which task is the first of a run. */
  public long from(long run) {
    return run % each() * batch;
  }

  /** How many tasks a run has. */
  public long size(long run) {
    return Math.min(batch, tasks - from(run));
  }
}
