package com.example.parking;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Spaces, and who stands on them. */
public final class CarPark {
  private final int spaces;
  private final Tariff tariff;
  private final Map<String, Ticket> parked = new LinkedHashMap<>();

  public CarPark(int spaces, Tariff tariff) {
    this.spaces = spaces;
    this.tariff = tariff;
  }

  public Ticket enter(String plate, Vehicle vehicle, Instant now) {
    if (parked.containsKey(plate)) {
      throw new IllegalStateException(plate + " is in already");
    }
    if (vehicle.spaces() > free()) {
      throw new IllegalStateException("full");
    }
    Ticket ticket = new Ticket(plate, vehicle, now);
    parked.put(plate, ticket);
    return ticket;
  }

  public Money leave(String plate, Instant now) {
    Ticket ticket = parked.remove(plate);
    if (ticket == null) {
      throw new IllegalStateException(plate + " is not in");
    }
    return tariff.fee(ticket.until(now)).times(ticket.vehicle().spaces()).percent(50);
  }

  public int free() {
    return spaces - parked.values().stream().mapToInt(ticket -> ticket.vehicle().spaces()).sum();
  }
}
