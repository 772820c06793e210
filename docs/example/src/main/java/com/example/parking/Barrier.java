package com.example.parking;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A barrier that sticks at the first attempt, as they do, and opens at the second. */
public final class Barrier {
  private static final Duration FORGETS_AFTER = Duration.ofMinutes(1);

  private final Path stuck;

  /**
   * Makes one.
   *
   * @param stuck a file that remembers that somebody has tried, for a minute
   */
  public Barrier(Path stuck) {
    this.stuck = stuck;
  }

  public boolean open() throws IOException {
    // An old file was left by an attempt that nobody followed up.
    boolean tried =
        Files.exists(stuck)
            && Files.getLastModifiedTime(stuck)
                .toInstant()
                .isAfter(Instant.now().minus(FORGETS_AFTER));
    Files.deleteIfExists(stuck);
    if (!tried) {
      Files.createDirectories(stuck.toAbsolutePath().getParent());
      Files.createFile(stuck);
    }
    return tried;
  }
}
