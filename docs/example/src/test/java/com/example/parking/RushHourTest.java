package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RushHourTest {
  private static final Instant MORNING = Instant.parse("2026-05-04T07:30:00Z");

  @RepeatedTest(5)
  void everybody_who_came_can_leave(RepetitionInfo repetition) {
    int cars = 100 * repetition.getCurrentRepetition();
    CarPark park =
        new CarPark(2 * cars, new Tariff(Duration.ZERO, new Money(200), new Money(1_200)));
    for (int i = 0; i < cars; i++) {
      park.enter("B-X-" + i, Vehicle.CAR, MORNING.plusSeconds(i));
    }
    assertEquals(0, park.free());
    Money takings = Money.ZERO;
    for (int i = 0; i < cars; i++) {
      takings = takings.plus(park.leave("B-X-" + i, MORNING.plus(Duration.ofHours(8))));
    }
    System.out.println(cars + " cars paid " + takings);
    assertEquals(new Money(1_200L * cars), takings);
  }

  @Test
  void the_camera_at_the_gate_keeps_up() throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 1; i <= 2_000; i++) {
      Plate.normalize("b ab " + i);
    }
    Thread.sleep(400); // the lens needs its time
    System.err.println("2000 plates in " + (System.nanoTime() - start) / 1_000_000 + " ms");
  }
}
