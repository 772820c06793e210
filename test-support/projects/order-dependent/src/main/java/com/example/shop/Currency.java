package com.example.shop;

/** State in a static field. */
public final class Currency {
  public static String main = "USD";

  private Currency() {}
}
