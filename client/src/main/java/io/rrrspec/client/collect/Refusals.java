package io.rrrspec.client.collect;

import java.util.ArrayList;
import java.util.List;

/** Why files stay away, a line each, and not more than a person reads. */
final class Refusals {
  private static final int MOST = 10;

  private final List<String> lines = new ArrayList<>();
  private int more;

  /**
   * A file stays away.
   *
   * @param path as its worker has named it; not trusted
   */
  void add(String path, String why) {
    say("not collected: " + path + ": " + why);
  }

  /** Something else that a person has to know; an empty text is nothing. */
  void say(String line) {
    if (line.isEmpty()) {
      return;
    }
    if (lines.size() < MOST) {
      lines.add(line);
    } else {
      more++;
    }
  }

  /** The lines. */
  List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    if (more > 0) {
      all.add("and " + more + " more lines about files that were not collected");
    }
    return all;
  }
}
