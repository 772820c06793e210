package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The disk of a process is slow: each time it waits for its disk, that takes longer. */
final class SlowDisk implements AutoCloseable {
  private static final String STRACE = "/usr/bin/strace";

  /** Of a disk that others have to themselves. */
  private static final long DELAY_MICROS = 200_000;

  private static final String CALLS = "fsync,fdatasync";

  private final Process strace;
  private final Path calls;

  private SlowDisk(Process strace, Path calls) {
    this.strace = strace;
    this.calls = calls;
  }

  /** Makes it so. */
  static SlowDisk of(long pid, Place place) {
    if (!Files.isExecutable(Path.of(STRACE))) {
      throw new ServiceException("no " + STRACE + ": install strace");
    }
    Path calls = place.path("log/strace-calls.log");
    try {
      return new SlowDisk(
          new ProcessBuilder(
                  List.of(
                      STRACE,
                      "--follow-forks",
                      "--attach=" + pid,
                      "--output=" + calls,
                      "--trace=" + CALLS,
                      "--inject=" + CALLS + ":delay_enter=" + DELAY_MICROS))
              .redirectErrorStream(true)
              .redirectOutput(place.path("log/strace.log").toFile())
              .start(),
          calls);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The disk is as it was. The process is let go, which it would not be by SIGKILL alone. */
  @Override
  public void close() {
    long unused = end();
  }

  /**
   * The same.
   *
   * @return how many calls took longer
   */
  long end() {
    strace.destroy();
    try {
      if (!strace.waitFor(10, TimeUnit.SECONDS)) {
        throw new ServiceException("strace does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<String> lines = Files.lines(calls)) {
      return lines.filter(line -> line.contains("(DELAYED)")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
