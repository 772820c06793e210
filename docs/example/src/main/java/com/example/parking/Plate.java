package com.example.parking;

import java.util.Locale;

/** The number plates of vehicles. */
public final class Plate {
  private Plate() {}

  /** As it is kept: capitals, one dash between the parts. */
  public static String normalize(String text) {
    String plate = text.strip().toUpperCase(Locale.ROOT).replaceAll("[\\s-]+", "-");
    if (!plate.matches("[A-ZÄÖÜ]{1,3}-[A-Z]{1,2}-[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException("not a number plate: " + text);
    }
    return plate;
  }
}
