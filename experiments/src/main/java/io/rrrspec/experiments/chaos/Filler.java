package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that takes all room of a small disk. */
final class Filler {
  private static final String NAME = "filler";

  private Filler() {}

  /** Takes all that is left. */
  static void fill(Path disk) {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(disk.resolve(NAME))) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      return; // full, as it should be
    }
  }

  /** Gives it back. */
  static void delete(Path disk) {
    try {
      Files.deleteIfExists(disk.resolve(NAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a disk is full now. */
  static boolean isOn(Path disk) {
    return Files.exists(disk.resolve(NAME));
  }
}
