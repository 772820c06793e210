package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A clock that is wrong by a fixed time, for a process and all that it starts. */
final class WrongClock {
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

  private static final Pattern TIME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)");

  private WrongClock() {}

  /**
   * The variables that make a clock wrong. The clock that measures how long something takes stays
   * right, as on a real host.
   *
   * @param offset such as {@code +1h}
   */
  static Map<String, String> by(String offset) {
    return Map.of(
        "LD_PRELOAD",
        library().toString(),
        "FAKETIME",
        offset,
        // Else a timed wait of a JVM's threads takes the wrong clock for the right one, and spins.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "DONT_FAKE_MONOTONIC",
        "1");
  }

  /**
   * How far ahead the clock of a process was when it last wrote into its log, by the clock of the
   * kernel: when the file was written.
   *
   * @return in seconds; negative: behind
   * @throws ServiceException if there is no line with a time
   */
  static long secondsAhead(Path log) {
    try {
      LocalDateTime real =
          LocalDateTime.ofInstant(
              Files.getLastModifiedTime(log).toInstant(), ZoneId.systemDefault());
      List<String> lines = Files.readAllLines(log);
      for (int i = lines.size() - 1; i >= 0; i--) {
        Matcher time = TIME.matcher(lines.get(i));
        if (time.lookingAt()) {
          LocalDateTime said = LocalDateTime.parse(time.group(1) + "T" + time.group(2));
          return ChronoUnit.SECONDS.between(real, said);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new ServiceException("no line with a time in " + log);
  }

  private static Path library() {
    try (Stream<Path> places = Files.list(Path.of("/usr/lib"))) {
      return places
          .map(place -> place.resolve(LIBRARY))
          .filter(Files::exists)
          .findFirst()
          .orElseThrow(() -> new ServiceException("no " + LIBRARY + ": install faketime"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
