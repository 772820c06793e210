package io.rrrspec.common.process;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps the last lines of a program, which tell best why it failed. Safe for any number of threads.
 */
public final class LastLines {
  private final int mostLines;
  private final int mostCharacters;
  private final Deque<String> lines = new ArrayDeque<>();
  private int characters;

  /**
   * Makes an empty one.
   *
   * @param mostLines how many lines to keep
   * @param mostCharacters how many characters to keep of all lines together; the last line is kept
   *     in any case
   */
  public LastLines(int mostLines, int mostCharacters) {
    this.mostLines = mostLines;
    this.mostCharacters = mostCharacters;
  }

  /** Adds a line, unless it is blank. */
  public synchronized void add(String line) {
    if (line.isBlank()) {
      return;
    }
    lines.addLast(line);
    characters += line.length();
    while (lines.size() > mostLines || (characters > mostCharacters && lines.size() > 1)) {
      characters -= lines.removeFirst().length();
    }
  }

  /** Returns the lines, with line ends between them; "" if there is none. */
  public synchronized String text() {
    return String.join("\n", lines);
  }
}
