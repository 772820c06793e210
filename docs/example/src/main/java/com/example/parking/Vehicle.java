package com.example.parking;

/** What can be parked, and how many spaces it takes. */
public enum Vehicle {
  MOTORCYCLE(1),
  CAR(2),
  BUS(6);

  private final int spaces;

  Vehicle(int spaces) {
    this.spaces = spaces;
  }

  public int spaces() {
    return spaces;
  }
}
