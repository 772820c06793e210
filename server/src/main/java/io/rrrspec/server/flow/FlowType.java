package io.rrrspec.server.flow;

import io.rrrspec.common.flow.FlowStep.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A type of tasks.
 *
 * @param name by which tasks refer to it
 * @param body what a task does; null for others
 * @param iterator what an iterator does; null for others
 * @param attempts how often a task is tried in all; 1 or more
 * @param pause before it is tried again
 * @param limit how long one attempt takes at most
 * @param cron when engines start tasks of it; null: never
 */
public record FlowType(
    String name,
    Kind kind,
    @Nullable FlowTask body,
    @Nullable FlowIterator iterator,
    int attempts,
    Duration pause,
    Duration limit,
    @Nullable Cron cron) {
  private static final int ATTEMPTS = 2;
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  public static FlowType task(String name, FlowTask body) {
    return new FlowType(name, Kind.TASK, body, null, ATTEMPTS, PAUSE, LIMIT, null);
  }

  public static FlowType iterator(String name, FlowIterator iterator) {
    return new FlowType(name, Kind.ITERATOR, null, iterator, ATTEMPTS, PAUSE, LIMIT, null);
  }

  /** A type whose tasks end when their children do. */
  static FlowType operator(String name, Kind kind) {
    return new FlowType(name, kind, null, null, ATTEMPTS, PAUSE, LIMIT, null);
  }

  public FlowType withAttempts(int other) {
    return new FlowType(name, kind, body, iterator, other, pause, limit, cron);
  }

  public FlowType withPause(Duration other) {
    return new FlowType(name, kind, body, iterator, attempts, other, limit, cron);
  }

  public FlowType withLimit(Duration other) {
    return new FlowType(name, kind, body, iterator, attempts, pause, other, cron);
  }

  /** A type whose tasks are also started at times. */
  public FlowType withCron(Cron other) {
    return new FlowType(name, kind, body, iterator, attempts, pause, limit, other);
  }
}
