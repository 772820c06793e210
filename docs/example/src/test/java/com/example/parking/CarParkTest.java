package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CarParkTest {
  private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");
  private CarPark park;

  @BeforeEach
  void ten_spaces() {
    park = new CarPark(10, new Tariff(Duration.ZERO, new Money(200), new Money(1_200)));
  }

  @ParameterizedTest
  @EnumSource(Vehicle.class)
  void a_vehicle_takes_its_spaces_and_gives_them_back(Vehicle vehicle) {
    park.enter("B-AB-1", vehicle, NOON);
    assertEquals(10 - vehicle.spaces(), park.free());
    park.leave("B-AB-1", NOON.plusSeconds(60));
    assertEquals(10, park.free());
  }

  @Test
  void a_motorcycle_pays_half_and_a_bus_three_times_what_a_car_pays() {
    park.enter("B-M-1", Vehicle.MOTORCYCLE, NOON);
    park.enter("B-C-1", Vehicle.CAR, NOON);
    park.enter("B-B-1", Vehicle.BUS, NOON);
    Instant later = NOON.plus(Duration.ofMinutes(90));
    assertEquals(new Money(200), park.leave("B-M-1", later));
    assertEquals(new Money(400), park.leave("B-C-1", later));
    assertEquals(new Money(1_200), park.leave("B-B-1", later));
    System.out.println("Day's takings: " + new Money(1_800));
  }

  @Test
  void a_full_park_lets_nobody_in() {
    park.enter("B-B-1", Vehicle.BUS, NOON);
    assertThrows(IllegalStateException.class, () -> park.enter("B-B-2", Vehicle.BUS, NOON));
  }

  @Test
  void nobody_comes_twice_or_leaves_without_coming() {
    park.enter("B-C-1", Vehicle.CAR, NOON);
    assertThrows(IllegalStateException.class, () -> park.enter("B-C-1", Vehicle.CAR, NOON));
    assertThrows(IllegalStateException.class, () -> park.leave("B-C-2", NOON));
  }
}
