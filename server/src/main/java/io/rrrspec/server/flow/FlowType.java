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
 */
public record FlowType(
    String name,
    Kind kind,
    @Nullable FlowTask body,
    @Nullable FlowIterator iterator,
    int attempts,
    Duration pause,
    Duration limit) {
  private static final int ATTEMPTS = 2;
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  public static FlowType task(String name, FlowTask body) {
    return new FlowType(name, Kind.TASK, body, null, ATTEMPTS, PAUSE, LIMIT);
  }

  public static FlowType iterator(String name, FlowIterator iterator) {
    return new FlowType(name, Kind.ITERATOR, null, iterator, ATTEMPTS, PAUSE, LIMIT);
  }

  /** A type whose tasks end when their children do. */
  static FlowType operator(String name, Kind kind) {
    return new FlowType(name, kind, null, null, ATTEMPTS, PAUSE, LIMIT);
  }

  public FlowType withAttempts(int other) {
    return new FlowType(name, kind, body, iterator, other, pause, limit);
  }

  public FlowType withPause(Duration other) {
    return new FlowType(name, kind, body, iterator, attempts, other, limit);
  }

  public FlowType withLimit(Duration other) {
    return new FlowType(name, kind, body, iterator, attempts, pause, other);
  }
}
