package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** A clock that is wrong by a fixed time, for a process and all that it starts. */
final class WrongClock {
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

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
