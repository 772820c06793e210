package com.example.parking;

import java.time.Duration;

/**
 * What parking costs.
 *
 * @param free so long it costs nothing
 * @param perHour for every hour that has begun
 * @param perDay never more than this in 24 hours
 */
public record Tariff(Duration free, Money perHour, Money perDay) {

  public Money fee(Duration parked) {
    if (parked.isNegative()) {
      throw new IllegalArgumentException("left before it came: " + parked);
    }
    if (parked.compareTo(free) <= 0) {
      return Money.ZERO;
    }
    Duration rest = parked.minusDays(parked.toDays());
    Money lastDay = perHour.times(hours(rest));
    return perDay.times(parked.toDays()).plus(lastDay.compareTo(perDay) < 0 ? lastDay : perDay);
  }

  private static long hours(Duration duration) {
    return (duration.toMinutes() + 59) / 60;
  }
}
