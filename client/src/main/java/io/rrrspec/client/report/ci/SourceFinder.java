package io.rrrspec.client.report.ci;

import io.rrrspec.client.report.TestSources;
import io.rrrspec.common.model.CaseResult;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a red test stands in the sources.
 *
 * @param project the directory of the project
 * @param root what the paths are to be relative to
 */
record SourceFinder(Path project, Path root) {
  private static final Pattern FRAME =
      Pattern.compile("at (?:\\S*/)?([\\w.$]+)\\.[^.(]+\\(([\\w$-]+\\.\\w+):(\\d{1,9})\\)");

  /**
   * A place.
   *
   * @param file with slashes, relative to the root where it is below that
   * @param line from 1, or null if the trace does not tell
   */
  record Place(String file, @Nullable Integer line) {}

  /**
   * Finds it.
   *
   * @param module the directory of the test's module, relative to the project; any text
   * @return null if there is no such source
   */
  @Nullable Place find(String module, CaseResult result) {
    try {
      return find(project.resolve(module), result);
    } catch (InvalidPathException e) {
      // Nobody's directory has such a name.
      return null;
    }
  }

  private @Nullable Place find(Path module, CaseResult result) {
    String top = TestSources.topLevel(result.className());
    if (!top.matches("[\\w.]+")) {
      return null;
    }
    Matcher frame = frameIn(top, result.trace());
    String packages = top.contains(".") ? top.substring(0, top.lastIndexOf('.') + 1) : "";
    String directory = packages.replace('.', '/');
    // A Kotlin file may be called other than its class: the frame knows.
    if (frame != null) {
      Path file = TestSources.existing(module, directory + frame.group(2));
      if (file != null) {
        return new Place(shown(file), Integer.valueOf(frame.group(3)));
      }
    }
    Path file = TestSources.ofClass(module, top);
    return file == null ? null : new Place(shown(file), null);
  }

  private String shown(Path file) {
    Path shown = file.startsWith(root) ? root.relativize(file) : project.relativize(file);
    return shown.toString().replace('\\', '/');
  }

  private static @Nullable Matcher frameIn(String top, @Nullable String trace) {
    if (trace == null) {
      return null;
    }
    for (String line : trace.lines().toList()) {
      Matcher frame = FRAME.matcher(line.strip());
      if (frame.matches() && TestSources.topLevel(frame.group(1)).equals(top)) {
        return frame;
      }
    }
    return null;
  }
}
