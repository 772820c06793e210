package io.rrrspec.common.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How busy the processors of a host were while a worker served a taskset.
 *
 * @param processors how many there are; 1 or more
 * @param from when the first sample begins
 * @param step how long each sample is; a millisecond or more
 * @param busy of each sample how busy all of them were on average, in percent; {@value #MOST} at
 *     most
 */
public record ProcessorUse(int processors, Instant from, Duration step, List<Integer> busy) {
  /** So many samples at most. */
  public static final int MOST = 120;

  public ProcessorUse {
    busy = List.copyOf(busy);
    if (processors < 1 || step.toMillis() < 1 || busy.size() > MOST) {
      throw new IllegalArgumentException(
          processors + " processors, " + busy.size() + " samples of " + step);
    }
    for (int percent : busy) {
      if (percent < 0 || percent > 100) {
        throw new IllegalArgumentException("busy for " + percent + " %");
      }
    }
  }

  /** As it stands in Redis and in the record: {@code 2 1767225600000 500 12,100,97}. */
  public String text() {
    return processors
        + " "
        + from.toEpochMilli()
        + " "
        + step.toMillis()
        + " "
        + busy.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** Reads {@link #text}; null where there is none, or something else. */
  public static @Nullable ProcessorUse parse(@Nullable String text) {
    String[] words = text == null ? new String[0] : text.split(" ", -1);
    if (words.length != 4) {
      return null;
    }
    try {
      List<Integer> busy = new ArrayList<>();
      for (String percent : words[3].split(",", MOST + 1)) {
        busy.add(Integer.valueOf(percent));
      }
      return new ProcessorUse(
          Integer.parseInt(words[0]),
          Instant.ofEpochMilli(Long.parseLong(words[1])),
          Duration.ofMillis(Long.parseLong(words[2])),
          busy);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
