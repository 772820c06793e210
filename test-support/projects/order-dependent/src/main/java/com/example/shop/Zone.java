package com.example.shop;

/** Reads a system property once. */
public final class Zone {
  public static final String NAME = System.getProperty("shop.zone", "UTC");

  private Zone() {}
}
