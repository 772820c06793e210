package io.rrrspec.acceptance.foreign;

import java.time.Duration;

/**
 * How long things take in a foreign implementation; only what no contract depends on is shorter in
 * tests.
 *
 * @param gap between taking a taskset from the worker's queue and saying so: the worker looks idle
 * @param look how often a worker looks at the status of its taskset: 10 s
 * @param block how long a slave waits for a task: 20 s
 * @param late how long after the end of the taskset a worker still writes: up to 10 s
 * @param heartbeat how long a heartbeat lives: 60 s; renewed when a twelfth of that is left
 */
record Timing(Duration gap, Duration look, Duration block, Duration late, Duration heartbeat) {
  /** Quick, with the heartbeat as it is. */
  static final Timing QUICK =
      new Timing(
          Duration.ofMillis(300),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofSeconds(60));

  Timing withHeartbeat(Duration life) {
    return new Timing(gap, look, block, late, life);
  }

  Timing withGap(Duration other) {
    return new Timing(other, look, block, late, heartbeat);
  }
}
