package io.rrrspec.worker.build.state;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says in words how files differ from what they were. */
final class Difference {
  private Difference() {}

  /**
   * The first difference by name, or null. Times and numbers of files are no difference.
   *
   * @param project paths below it are shown from there
   */
  static @Nullable String between(
      Map<Path, FileEntry> then, Map<Path, FileEntry> now, Path project) {
    @Nullable Path first = null;
    String how = "";
    for (Map.Entry<Path, FileEntry> entry : now.entrySet()) {
      FileEntry before = then.get(entry.getKey());
      String what = before == null ? "is new" : between(before, entry.getValue());
      if (what != null && (first == null || entry.getKey().compareTo(first) < 0)) {
        first = entry.getKey();
        how = what;
      }
    }
    for (Path path : then.keySet()) {
      if (!now.containsKey(path) && (first == null || path.compareTo(first) < 0)) {
        first = path;
        how = "is gone";
      }
    }
    return first == null ? null : shown(first, project) + " " + how;
  }

  /** The first that was there and is not any more, or is of another kind; null if there is none. */
  static @Nullable String gone(Map<Path, FileEntry> then, Map<Path, FileEntry> now, Path project) {
    Map<Path, FileEntry> left = new TreeMap<>();
    Map<Path, FileEntry> lost = new TreeMap<>();
    then.forEach(
        (path, before) -> {
          FileEntry after = now.getOrDefault(path, FileEntry.MISSING);
          boolean elsewhere =
              before.stamp().kind() == 'l' && !before.digest().equals(after.digest());
          if (before.stamp().exists()
              && (before.stamp().kind() != after.stamp().kind() || elsewhere)) {
            lost.put(path, before);
            left.put(path, after);
          }
        });
    return between(lost, left, project);
  }

  private static @Nullable String between(FileEntry then, FileEntry now) {
    if (then.stamp().exists() != now.stamp().exists()) {
      return now.stamp().exists() ? "is new" : "is gone";
    }
    if (then.stamp().kind() == now.stamp().kind()
        && then.stamp().size() == now.stamp().size()
        && then.digest().equals(now.digest())) {
      return then.stamp().mode() == now.stamp().mode() ? null : "has other permissions";
    }
    return "has changed";
  }

  static String shown(Path path, Path project) {
    Path shown = path.startsWith(project) ? project.relativize(path) : path;
    return shown.toString().replaceAll("\\p{Cntrl}", "?");
  }
}
