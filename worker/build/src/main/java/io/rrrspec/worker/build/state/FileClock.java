package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The clock by which a file system sets the times of its files, which is behind that of Java. */
final class FileClock {
  private FileClock() {}

  /** Its time in nanoseconds. */
  static long now(Path directory) throws IOException {
    Path probe = Files.createTempFile(directory, "clock", "");
    try {
      return FileStamp.of(probe).changed();
    } finally {
      Files.delete(probe);
    }
  }
}
