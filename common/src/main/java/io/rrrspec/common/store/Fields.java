package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a hash as a foreign implementation, too, may have written them: absent and empty
 * mean the same, numbers may be missing, times come as {@code … UTC} or with an offset. What cannot
 * be read counts as absent: a malformed field must not stop anybody.
 */
final class Fields {
  /** What claims to take longer is no estimate; time-outs are multiples of it. */
  private static final Duration LONGEST_ESTIMATE = Duration.ofDays(365);

  private static final DateTimeFormatter WITH_OFFSET =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss Z", Locale.ROOT);
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The end of the year 9999: no database keeps more. */
  private static final long LATEST_MILLIS = 253_402_300_799_999L;

  private final Map<String, String> hash;

  Fields(Map<String, String> hash) {
    this.hash = hash;
  }

  boolean isEmpty() {
    return hash.isEmpty();
  }

  String text(String name) {
    return text(name, "");
  }

  String text(String name, String fallback) {
    String value = hash.get(name);
    return value == null || value.isEmpty() ? fallback : value;
  }

  @Nullable String orNull(String name) {
    String value = hash.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  int number(String name, int fallback) {
    String value = orNull(name);
    if (value == null) {
      return fallback;
    }
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      return fallback;
    }
  }

  @Nullable Long millis(String name) {
    return parseLong(hash.get(name));
  }

  static @Nullable Long parseLong(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** A number of things: what is negative counts as 0, what is huge as the largest int. */
  static int count(@Nullable String text, int fallback) {
    Long number = parseLong(text);
    return number == null ? fallback : (int) Math.min(Integer.MAX_VALUE, Math.max(0, number));
  }

  void put(String name, @Nullable String value) {
    if (value != null) {
      hash.put(name, value);
    }
  }

  /** A time in milliseconds; null if it is absent or odd. */
  @Nullable Duration duration(String name) {
    Long millis = millis(name);
    return millis != null && millis >= 0 && millis <= LONGEST_ESTIMATE.toMillis()
        ? Duration.ofMillis(millis)
        : null;
  }

  /** A task's estimate: milliseconds win over whole seconds; null if nobody knows. */
  @Nullable Duration estimate() {
    Duration exact = duration("estimate_ms");
    if (exact != null) {
      return exact;
    }
    Long seconds = millis("estimate_sec");
    return seconds != null && seconds >= 0 && seconds <= LONGEST_ESTIMATE.toSeconds()
        ? Duration.ofSeconds(seconds)
        : null;
  }

  /** The same with what the first task of an affinity pays. */
  @Nullable Duration longestEstimate() {
    Duration estimate = estimate();
    Duration pays = duration("affinity_ms");
    return estimate == null || pays == null ? estimate : estimate.plus(pays);
  }

  /** The time of {@code prefix_ms} where one of us wrote it, else of {@code prefix_at}. */
  @Nullable Instant time(String prefix) {
    Long millis = millis(prefix + "_ms");
    if (millis != null && millis >= 0 && millis <= LATEST_MILLIS) {
      return Instant.ofEpochMilli(millis);
    }
    return parseTime(orNull(prefix + "_at"));
  }

  static @Nullable Instant parseTime(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return text.endsWith("UTC")
          ? UTC.parse(text, Instant::from)
          : WITH_OFFSET.parse(text, Instant::from);
    } catch (DateTimeException e) {
      return null;
    }
  }

  static String formatTime(Instant time) {
    return UTC.format(time);
  }

  /** Texts by name, as one JSON object in a stable order. */
  static String json(Map<String, ?> texts) {
    try {
      return new ObjectMapper().writeValueAsString(new TreeMap<String, Object>(texts));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of strings is always JSON", e);
    }
  }
}
