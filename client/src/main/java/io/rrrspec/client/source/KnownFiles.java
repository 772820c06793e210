package io.rrrspec.client.source;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files that version control has, or would take. */
final class KnownFiles {
  private static final List<String> GIT =
      List.of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard");

  private KnownFiles() {}

  /** Paths below a directory, each once; empty if Git cannot tell, or knows none there. */
  static Optional<List<String>> of(Path directory) throws IOException {
    Process git;
    try {
      git =
          new ProcessBuilder(GIT)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      // There is no Git here.
      return Optional.empty();
    }
    try {
      String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> paths =
          Stream.of(answer.split("\0")).filter(path -> !path.isEmpty()).distinct().toList();
      return git.waitFor() != 0 || paths.isEmpty() ? Optional.empty() : Optional.of(paths);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
