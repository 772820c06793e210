package io.rrrspec.worker.build;

import java.util.ArrayList;
import java.util.List;

/** Splits a line of arguments as Surefire does: at white space, outside of ' and ". */
final class ArgLine {
  private ArgLine() {}

  /**
   * @throws IllegalArgumentException if a quote is not closed
   */
  static List<String> split(String line) {
    List<String> arguments = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    boolean started = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
        started = true;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        if (started) {
          arguments.add(current.toString());
        }
        current.setLength(0);
        started = false;
      } else {
        current.append(c);
        started = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote is not closed in argLine: " + line.trim());
    }
    if (started) {
      arguments.add(current.toString());
    }
    return arguments;
  }
}
