package io.rrrspec.client.source;

import io.rrrspec.common.process.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks Git which files it ignores and which it knows. What a {@code .gitignore} means is Git's to
 * say: rsync's own reading knows neither exceptions ({@code !wrapper.jar}) nor files that are
 * tracked all the same.
 */
final class GitFiles {
  private static final List<String> IGNORED =
      List.of(
          "git", "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory");
  private static final List<String> TRACKED = List.of("git", "ls-files", "-z", "--cached");
  private static final List<String> KNOWN =
      List.of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard");

  private GitFiles() {}

  /**
   * Returns the paths below a directory that are ignored, relative to it; those of directories end
   * with a slash. Empty if Git cannot tell.
   */
  static Optional<List<String>> ignored(Path directory) {
    try {
      // "./": the whole directory is ignored, and yet somebody wants it to be sent.
      return paths(IGNORED, directory)
          .map(paths -> paths.stream().filter(path -> !path.equals("./")).toList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Returns the paths of the files below a directory that Git has, or would take, each once and
   * relative to it. Empty if Git cannot tell, or knows none there.
   *
   * @throws IOException if this thread is interrupted
   */
  static Optional<List<String>> known(Path directory) throws IOException {
    try {
      return paths(KNOWN, directory)
          .map(paths -> paths.stream().distinct().toList())
          .filter(paths -> !paths.isEmpty());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * Returns the paths of the files below a directory that Git tracks, relative to it. Empty if Git
   * cannot tell.
   *
   * @throws IOException if this thread is interrupted
   */
  static Optional<List<String>> tracked(Path directory) throws IOException {
    try {
      return paths(TRACKED, directory);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Optional<List<String>> paths(List<String> command, Path directory)
      throws InterruptedException {
    return Program.of(command)
        .directory(directory)
        .answer()
        .map(answer -> Stream.of(answer.split("\0")).filter(path -> !path.isEmpty()).toList());
  }
}
