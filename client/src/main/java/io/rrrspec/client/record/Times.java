package io.rrrspec.client.record;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Points in time as listings have them, in UTC. */
final class Times {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Times() {}

  static String day(Instant time) {
    return DAY.format(time);
  }

  static String minute(@Nullable Instant time) {
    return time == null ? "" : MINUTE.format(time);
  }
}
