package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.Glob;

/** Reads the globs of the command line and of settings, as {@link Glob} has them. */
final class GlobPattern {
  /** Each character is held against each of a name. */
  private static final int LONGEST = 10_000;

  private static final int SHOWN = 40;

  private GlobPattern() {}

  /** A glob of a text without parts: nothing separates, so that {@code *} is any text. */
  static Glob of(String glob) {
    requireShort(glob);
    return Glob.of(glob);
  }

  /**
   * A glob of a text with parts.
   *
   * @param separator what separates the parts: {@code .} or {@code /}
   */
  static Glob of(String glob, char separator) {
    requireShort(glob);
    return Glob.of(glob, separator);
  }

  private static void requireShort(String glob) {
    if (glob.length() > LONGEST) {
      throw new UsageException(
          "the pattern '"
              + glob.substring(0, SHOWN)
              + "…' has more than 10,000 characters: write a shorter one");
    }
  }
}
