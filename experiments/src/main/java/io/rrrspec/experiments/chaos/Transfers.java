package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.stream.Stream;

/** What workers have fetched from each other, as their logs say it. */
final class Transfers {
  private Transfers() {}

  /** How often a worker did not get what another one keeps. */
  static long failed(Cluster cluster) {
    return lines(cluster, " does not give it: ");
  }

  /** How often a worker got something. */
  static long done(Cluster cluster) {
    return lines(cluster, ": fetched from ");
  }

  private static long lines(Cluster cluster, String text) {
    long count = 0;
    for (Daemon worker : cluster.workers()) {
      try (Stream<String> lines = Files.lines(worker.log())) {
        count += lines.filter(line -> line.contains(text)).count();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return count;
  }
}
