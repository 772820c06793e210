package io.rrrspec.worker.agent.collect;

import io.rrrspec.common.collect.MadeFile;
import java.util.List;

/**
 * Files whose names Java cannot read, so that nobody can send them: they are not of the locale's
 * encoding. Under a locale without one, as services often have, that is each name with more than
 * ASCII.
 *
 * @param readable the other files
 * @param note a line that names some of those that are not; empty if there are none
 */
record UnreadableNames(List<MadeFile> readable, String note) {
  private static final int MOST_NAMED = 3;

  /** What Java has for bytes that it cannot read. */
  private static final char UNKNOWN = '\uFFFD';

  static UnreadableNames of(List<MadeFile> files) {
    List<String> names =
        files.stream().map(MadeFile::path).filter(UnreadableNames::isUnreadable).toList();
    if (names.isEmpty()) {
      return new UnreadableNames(files, "");
    }
    int more = names.size() - MOST_NAMED;
    return new UnreadableNames(
        files.stream().filter(file -> !isUnreadable(file.path())).toList(),
        "left out, as the worker cannot read the names (start it with LC_ALL=C.UTF-8): "
            + String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)))
                .replace(UNKNOWN, '?')
            + (more > 0 ? " and " + more + " more" : ""));
  }

  private static boolean isUnreadable(String path) {
    return path.indexOf(UNKNOWN) >= 0;
  }
}
