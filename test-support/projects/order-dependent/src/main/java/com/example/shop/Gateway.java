package com.example.shop;

/** What pays; a test may put another one in its place. */
public interface Gateway {
  boolean pay(int cents);

  /** Where everybody finds it. */
  final class Holder {
    public static Gateway current = cents -> cents < 100_000;

    private Holder() {}
  }
}
