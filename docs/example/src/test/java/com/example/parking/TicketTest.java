package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TicketTest {
  private final Ticket ticket =
      new Ticket("B-AB-1", Vehicle.CAR, Instant.parse("2026-03-29T00:30:00Z"));

  @Test
  void knows_who_came_when() {
    assertAll(
        () -> assertEquals("B-AB-1", ticket.plate()),
        () -> assertEquals(Vehicle.CAR, ticket.vehicle()));
  }

  @TestFactory
  Stream<DynamicTest> counts_real_hours_also_when_the_clocks_change() {
    return IntStream.rangeClosed(1, 4)
        .mapToObj(
            hours ->
                DynamicTest.dynamicTest(
                    "after " + hours + " hours",
                    () ->
                        assertEquals(
                            Duration.ofHours(hours),
                            ticket.until(ticket.from().plus(Duration.ofHours(hours))))));
  }
}
