package com.example.parking;

import java.time.Duration;
import java.time.Instant;

/** Who came when. */
public record Ticket(String plate, Vehicle vehicle, Instant from) {

  public Duration until(Instant now) {
    return Duration.between(from, now);
  }
}
