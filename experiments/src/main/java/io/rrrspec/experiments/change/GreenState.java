package io.rrrspec.experiments.change;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A site as it was when all was green and prepared. What has not changed is not touched by going
 * back; what has comes back with its times.
 */
final class GreenState {
  /** What rsync ends with if a file went while it copied: what a process leaves is tidied late. */
  private static final int VANISHED = 24;

  private static final int MOST_TRIES = 10;

  private final Site site;
  private final Path files;
  private final Path copy;
  private Map<String, String> variables = Map.of();

  /**
   * Keeps nothing yet.
   *
   * @param files where the sources of the site go on their way to the worker
   */
  GreenState(Site site, Path files) {
    this.site = site;
    this.files = files;
    this.copy = site.root().resolveSibling(site.root().getFileName() + "-green");
  }

  /** Keeps the site as it is. */
  void keep() {
    variables = new TreeMap<>(site.variables());
    copy(site.root(), copy.resolve("site"));
    copy(files, copy.resolve("files"));
  }

  /** Goes back to what was kept. */
  void restore() {
    site.restore(variables);
    copy(copy.resolve("site"), site.root());
    copy(copy.resolve("files"), files);
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to);
      List<String> command = new ArrayList<>(List.of("rsync", "-aH", "--checksum", "--delete"));
      // What belongs to the worker's process, and what tells of the commands.
      for (String kept : List.of("log", "bin", "data", "work/.rrrspec-java/*")) {
        if (kept.startsWith("work")) {
          command.add("--include=/work/.rrrspec-java/workspaces");
        }
        command.add("--exclude=/" + kept);
      }
      command.addAll(List.of("--force", "--", from + "/", to + "/"));
      int code = VANISHED;
      for (int tries = 0; code == VANISHED && tries < MOST_TRIES; tries++) {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();
        code = process.onExit().join().exitValue();
      }
      if (code != 0) {
        throw new IOException("rsync ends with " + code + ": " + command);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
