package io.rrrspec.common.diff;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line into words, numbers and single signs. A number is one word with its sign, its point
 * and its exponent, so that 10 and 100 differ as a whole.
 */
final class Words {
  private Words() {}

  static List<String> of(String line) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      int end = end(line, at);
      words.add(line.substring(at, end));
      at = end;
    }
    return words;
  }

  private static int end(String line, int from) {
    int first = line.codePointAt(from);
    int at = from + Character.charCount(first);
    boolean number =
        Character.isDigit(first) || (isSign(line, from) && at < line.length() && digit(line, at));
    if (!number && !isOfWord(first)) {
      return at;
    }
    while (at < line.length()) {
      int c = line.codePointAt(at);
      int next = at + Character.charCount(c);
      boolean inside =
          number && (c == '.' || c == ',') && next < line.length() && digit(line, next);
      boolean exponent = number && isSign(line, at) && "eE".indexOf(line.charAt(at - 1)) >= 0;
      if (!isOfWord(c) && !inside && !exponent) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** A sign stands alone: in 3-4 the line is between two numbers. */
  private static boolean isSign(String line, int at) {
    char c = line.charAt(at);
    if (c != '-' && c != '+') {
      return false;
    }
    return at == 0 || !isOfWord(line.codePointBefore(at)) || "eE".indexOf(line.charAt(at - 1)) >= 0;
  }

  private static boolean digit(String line, int at) {
    return Character.isDigit(line.codePointAt(at));
  }

  private static boolean isOfWord(int c) {
    // What is put together of several code points, such as an emoji, stays together only as a word.
    return Character.isLetterOrDigit(c)
        || c == '_'
        || Character.getType(c) == Character.NON_SPACING_MARK;
  }
}
