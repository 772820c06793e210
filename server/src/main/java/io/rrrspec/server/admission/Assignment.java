package io.rrrspec.server.admission;

import io.rrrspec.common.queue.Turn;

/**
 * One worker for one taskset.
 *
 * @param taskset the taskset
 * @param worker the worker
 * @param serving how many serve it already
 * @param limit how many may
 * @param turn whose turn is over with it
 */
public record Assignment(String taskset, String worker, int serving, int limit, Turn turn) {
  /** The same with another worker. */
  public Assignment to(String other) {
    return new Assignment(taskset, other, serving, limit, turn);
  }

  Assignment with(Turn other) {
    return new Assignment(taskset, worker, serving, limit, other);
  }
}
