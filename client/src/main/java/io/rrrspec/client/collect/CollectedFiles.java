package io.rrrspec.client.collect;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What came back from a run.
 *
 * @param files how many files
 * @param bytes how large they are together
 * @param merged paths of files of JaCoCo that were put together from several
 */
public record CollectedFiles(int files, long bytes, Set<String> merged) {
  public CollectedFiles {
    merged = Set.copyOf(merged);
  }

  /** A line for a person. */
  public String line() {
    if (files == 0) {
      return "Collected no files: the run has made none that 'collect' matches";
    }
    return "Collected %d %s, %s%s"
        .formatted(files, files == 1 ? "file" : "files", size(), mergedText());
  }

  private String size() {
    return bytes < 1_000_000
        ? (bytes + 999) / 1_000 + " kB"
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  private String mergedText() {
    if (merged.isEmpty()) {
      return "";
    }
    List<String> names = merged.stream().map(CollectedFiles::name).distinct().toList();
    long modules =
        merged.stream()
            .map(path -> path.substring(0, path.lastIndexOf('/') + 1))
            .distinct()
            .count();
    return " (%s of %d %s merged)"
        .formatted(
            names.size() == 1 ? names.get(0) : "JaCoCo's files",
            modules,
            modules == 1 ? "module" : "modules");
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
