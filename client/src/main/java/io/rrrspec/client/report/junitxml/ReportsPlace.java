package io.rrrspec.client.report.junitxml;

import java.nio.file.Path;
import java.util.Optional;

/** Notices reports that would become a part of the sources. */
public final class ReportsPlace {
  private static final String BUILD = "target";

  private ReportsPlace() {}

  /**
   * A warning if reports are written into a project, where every run would change its sources: they
   * would be sent along, and prepare and set-up never be skipped.
   *
   * @param option that named the place
   * @param reports where they go; absolute
   * @param project the directory of the sources; absolute
   */
  public static Optional<String> warning(String option, Path reports, Path project) {
    if (!reports.startsWith(project)) {
      return Optional.empty();
    }
    Path inside = project.relativize(reports);
    for (Path part : inside) {
      // Below src a directory of any name is a part of the sources.
      if (part.toString().equals("src")) {
        break;
      }
      if (part.toString().equals(BUILD)) {
        return Optional.empty();
      }
    }
    String better = inside.toString().isEmpty() ? "rrrspec" : inside.toString();
    return Optional.of(
        "warning: "
            + option
            + " "
            + (inside.toString().isEmpty() ? "." : inside)
            + " is a part of the sources, so every run changes them, and the next one prepares anew:"
            + " write "
            + BUILD
            + "/"
            + better);
  }
}
