package com.example.parking;

/** An amount in cents; never negative. */
public record Money(long cents) implements Comparable<Money> {
  public static final Money ZERO = new Money(0);

  public Money {
    if (cents < 0) {
      throw new IllegalArgumentException("negative amount: " + cents);
    }
  }

  public Money plus(Money other) {
    return new Money(Math.addExact(cents, other.cents));
  }

  public Money times(long factor) {
    return new Money(Math.multiplyExact(cents, factor));
  }

  public Money percent(int percent) {
    return new Money(cents * percent / 100);
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(cents, other.cents);
  }

  @Override
  public String toString() {
    return String.format("%d.%02d", cents / 100, cents % 100);
  }
}
