package io.rrrspec.worker.agent.workspace;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a program: what tells best why it failed. */
final class LastLines {
  private static final int MOST = 20;
  private static final int MOST_CHARACTERS = 4_000;

  private final Deque<String> lines = new ArrayDeque<>();
  private int characters;

  synchronized void add(String line) {
    if (line.isBlank()) {
      return;
    }
    lines.addLast(line);
    characters += line.length();
    while (lines.size() > MOST || (characters > MOST_CHARACTERS && lines.size() > 1)) {
      characters -= lines.removeFirst().length();
    }
  }

  synchronized String text() {
    return String.join("\n", lines);
  }
}
