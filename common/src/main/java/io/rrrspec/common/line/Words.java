package io.rrrspec.common.line;

import io.rrrspec.common.UsageException;
import org.jspecify.annotations.Nullable;

/** Reads a line word by word. */
final class Words {
  /** No name, number or share is longer. */
  private static final int LONGEST = 200;

  private static final int SHOWN = 40;

  private final String line;
  private final String usage;
  private int at;

  /**
   * Begins at the front.
   *
   * @param usage how such a line is written, for messages
   */
  Words(String line, String usage) {
    this.line = line;
    this.usage = usage;
  }

  /**
   * The next word, or null at the end.
   *
   * @throws UsageException if it is longer than anything that could stand there
   */
  @Nullable String nextOrNull() {
    while (at < line.length() && isBlank(line.charAt(at))) {
      at++;
    }
    int begin = at;
    while (at < line.length() && !isBlank(line.charAt(at))) {
      at++;
    }
    if (at - begin > LONGEST) {
      throw new UsageException(
          "the word '"
              + line.substring(begin, begin + SHOWN)
              + "...' is longer than "
              + LONGEST
              + " characters: write "
              + usage);
    }
    return begin == at ? null : line.substring(begin, at);
  }

  /**
   * The next word.
   *
   * @param name what it is, for messages
   */
  String next(String name) {
    String word = nextOrNull();
    if (word == null) {
      throw new UsageException(name + " is missing: write " + usage);
    }
    return word;
  }

  /** All that follows, as it is, but for the one blank before it. */
  String rest(String name) {
    int begin = Math.min(line.length(), at + 1);
    at = line.length();
    if (line.substring(begin).isBlank()) {
      throw new UsageException(name + " is missing: write " + usage);
    }
    return line.substring(begin);
  }

  /** Nothing may follow. */
  void end() {
    String word = nextOrNull();
    if (word != null) {
      throw new UsageException("'" + word + "' is too much: write " + usage);
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
