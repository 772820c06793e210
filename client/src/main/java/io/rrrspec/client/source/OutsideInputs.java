package io.rrrspec.client.source;

import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a project's build reads from outside of the directory that is sent, as prepare has noted it:
 * on a worker it is missing, or something else.
 */
public final class OutsideInputs {
  private static final int SHOWN = 3;

  private OutsideInputs() {}

  /**
   * A line that warns of it; empty if there is nothing, or nobody has prepared the project here.
   */
  public static Optional<String> warning(Path sent) {
    List<String> outside;
    try {
      outside = Files.readAllLines(Project.directory(sent).resolve("outside"));
    } catch (IOException e) {
      return Optional.empty();
    }
    List<String> missing =
        outside.stream().filter(path -> !Path.of(path).startsWith(sent)).toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    List<String> shown = missing.subList(0, Math.min(SHOWN, missing.size()));
    int more = missing.size() - shown.size();
    return Optional.of(
        "warning: the build reads "
            + String.join(", ", shown)
            + (more == 0 ? "" : " and " + more + " more")
            + " from outside of the sources that are sent: workers need the same there, or set"
            + " packaging_dir to a directory that contains it");
  }
}
