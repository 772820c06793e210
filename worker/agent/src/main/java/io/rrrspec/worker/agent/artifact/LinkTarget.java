package io.rrrspec.worker.agent.artifact;

import java.nio.file.Path;

/** Tells where symbolic links may lead. */
final class LinkTarget {
  private LinkTarget() {}

  /**
   * Whether a link leads to something below the root of its tree, whatever other links are there.
   * Going up is allowed only at the beginning: after the name of another link it would lead to
   * where nobody can tell from the text.
   *
   * @param link the path of the link below the root; its directories are no links
   * @param target what is written in it
   */
  static boolean staysBelow(Path link, String target) {
    if (target.isEmpty() || target.startsWith("/") || target.indexOf('\0') >= 0) {
      return false;
    }
    int depth = link.getNameCount() - 1;
    boolean down = false;
    for (String part : target.split("/", -1)) {
      if (part.equals("..")) {
        depth--;
        if (down || depth < 0) {
          return false;
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        down = true;
      }
    }
    return true;
  }
}
