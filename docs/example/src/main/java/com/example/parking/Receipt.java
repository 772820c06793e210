package com.example.parking;

/** What the machine at the exit prints. */
public record Receipt(String plate, Money fee) {
  private static final int WIDTH = 24;

  public String print() {
    String amount = fee.toString();
    int dots = Math.max(1, WIDTH - plate.length() - amount.length());
    return plate + ".".repeat(dots) + amount;
  }
}
