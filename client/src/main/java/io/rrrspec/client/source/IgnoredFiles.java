package io.rrrspec.client.source;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What version control ignores. Git itself is asked: rsync's own reading of {@code .gitignore}
 * knows neither exceptions ({@code !wrapper.jar}) nor files that are tracked all the same.
 */
final class IgnoredFiles {
  private static final List<String> GIT =
      List.of(
          "git", "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory");

  private IgnoredFiles() {}

  /** Rsync patterns for all that is ignored below a directory; empty if Git cannot tell. */
  static Optional<List<String>> patterns(Path directory) {
    try {
      Process git =
          new ProcessBuilder(GIT)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (git.waitFor() != 0) {
        return Optional.empty();
      }
      List<String> patterns = new ArrayList<>();
      for (String path : answer.split("\0")) {
        // "./": the whole directory is ignored, and yet somebody wants it to be sent.
        if (!path.isEmpty() && !path.equals("./") && path.indexOf('\n') < 0) {
          patterns.add("/" + literal(path));
        }
      }
      return Optional.of(patterns);
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** To rsync a backslash is one, unless the pattern has a wildcard. */
  private static String literal(String path) {
    return path.matches("(?s).*[*?\\[].*") ? path.replaceAll("([\\\\*?\\[])", "\\\\$1") : path;
  }
}
