package io.rrrspec.server.http;

import io.rrrspec.common.store.Status;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server knows at one moment.
 *
 * @param at when
 * @param status how the installation is; null while Redis does not answer
 * @param outage why it does not, in one line; "" while it does
 * @param silentSince since when it does not; null while it does
 * @param arbiterAge how long the oldest message of the arbiters has waited, in seconds
 * @param dispatcherAge how long a wake-up has waited, in seconds
 * @param persisterAge how long the oldest taskset has waited for a persister, in seconds
 * @param loops how the actors of this server are
 */
record Observation(
    Instant at,
    @Nullable Status status,
    String outage,
    @Nullable Instant silentSince,
    double arbiterAge,
    double dispatcherAge,
    double persisterAge,
    List<LoopState> loops) {

  /**
   * How an actor of this server is.
   *
   * @param running whether its thread is there
   * @param steps how many of its steps have succeeded
   * @param failures how many have failed
   * @param failuresInARow how many since the last that succeeded
   * @param lastFailure what the last one has said
   */
  record LoopState(
      String name,
      boolean running,
      long steps,
      long failures,
      int failuresInARow,
      String lastFailure) {}
}
