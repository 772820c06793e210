package io.rrrspec.experiments.fuzz;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is moved. */
final class SteppingClock implements InstantSource {
  private Instant now = Instant.now();

  @Override
  public Instant instant() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }
}
