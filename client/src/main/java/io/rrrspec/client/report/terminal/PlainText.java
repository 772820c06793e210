package io.rrrspec.client.report.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes text of tests fit for a terminal. It is untrusted: an escape sequence in a failure's
 * message could otherwise clear the screen, set the window's title or hide what stands beside it.
 */
public final class PlainText {
  private static final int TAB = 4;

  private PlainText() {}

  /** The text on one line: each run of line ends and blanks becomes one space. */
  public static String line(String text) {
    return escaped(text.strip().replaceAll("[ \\t\\r\\n\\u000B\\f]+", " "), false);
  }

  /** The text with its line ends kept as {@code \n} and tabs as spaces. */
  public static String lines(String text) {
    return escaped(text.replace("\r\n", "\n").replace('\r', '\n'), true);
  }

  /** A JSON text whose strings say the same, without what a terminal would take for commands. */
  public static String json(String json) {
    StringBuilder out = new StringBuilder(json.length());
    int i = 0;
    while (i < json.length()) {
      int c = json.codePointAt(i);
      int next = i + Character.charCount(c);
      // In a JSON text, line ends stand between values alone, and what is harmful in strings alone.
      if (c == '\n' || !isHarmful(c)) {
        out.appendCodePoint(c);
      } else {
        for (char unit : json.substring(i, next).toCharArray()) {
          hex(out.append("\\u"), unit, 4);
        }
      }
      i = next;
    }
    return out.toString();
  }

  private static String escaped(String text, boolean keepLines) {
    StringBuilder out = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\n' && keepLines) {
        out.append('\n');
      } else if (c == '\t') {
        out.append(" ".repeat(TAB));
      } else if (!isHarmful(c)) {
        out.appendCodePoint(c);
      } else if (c < 0x100) {
        hex(out.append("\\x"), c, 2);
      } else {
        hex(out.append("\\u"), c, 4);
      }
    }
    return out.toString();
  }

  /** By hand: a format for each of ten million characters takes a minute. */
  private static void hex(StringBuilder out, int c, int digits) {
    String hex = Integer.toHexString(c);
    out.append("0".repeat(Math.max(0, digits - hex.length()))).append(hex);
  }

  /** Control characters, halves of characters, and what turns the direction of the text around. */
  private static boolean isHarmful(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          c != 0x200C && c != 0x200D;
      default -> false;
    };
  }

  /** How many columns the text takes: wide East Asian characters and emoji take two. */
  public static int width(String text) {
    return text.codePoints().map(PlainText::width).sum();
  }

  private static int width(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    boolean wide =
        (c >= 0x1100 && c <= 0x115F)
            || (c >= 0x2E80 && c <= 0xA4CF && c != 0x303F)
            || (c >= 0xAC00 && c <= 0xD7A3)
            || (c >= 0xF900 && c <= 0xFAFF)
            || (c >= 0xFE30 && c <= 0xFE6F)
            || (c >= 0xFF00 && c <= 0xFF60)
            || (c >= 0xFFE0 && c <= 0xFFE6)
            || (c >= 0x1F300 && c <= 0x1FAFF)
            || (c >= 0x20000 && c <= 0x3FFFD);
    return wide ? 2 : 1;
  }

  /**
   * The lines of the text, each of at most so many columns: broken behind a blank where there is
   * one, else in the middle of a word. Blanks at a break are left out.
   */
  public static List<String> wrap(String text, int columns) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int at = 0;
      while (true) {
        int end = fitting(line, at, columns);
        if (end == line.length()) {
          lines.add(line.substring(at));
          break;
        }
        int blank = lastBlank(line, at, end);
        int to = blank > at && !line.substring(at, blank).isBlank() ? blank : end;
        lines.add(line.substring(at, to));
        at = to;
        while (at < line.length() - 1 && line.charAt(at) == ' ') {
          at++;
        }
      }
    }
    return lines;
  }

  /** The last blank from there up to {@code to}; -1 if there is none: what is before is done. */
  private static int lastBlank(String line, int from, int to) {
    for (int i = Math.min(to, line.length() - 1); i >= from; i--) {
      if (line.charAt(i) == ' ') {
        return i;
      }
    }
    return -1;
  }

  /**
   * Where the text from there on no longer fits into so many columns: one character always does.
   */
  public static int fitting(String text, int from, int columns) {
    int at = from;
    int used = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      used += width(c);
      if (used > columns && at > from) {
        return at;
      }
      at += Character.charCount(c);
    }
    return at;
  }

  /** The text cut to so many columns; a cut one ends in {@code more}. */
  public static String cut(String text, int columns, String more) {
    if (width(text) <= columns) {
      return text;
    }
    int room = columns - width(more);
    if (room < 0) {
      return "";
    }
    int end = 0;
    int used = 0;
    while (used + width(text.codePointAt(end)) <= room) {
      used += width(text.codePointAt(end));
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(0, end) + more;
  }

  /** A name cut at its start: the end of a class name is what tells it from others. */
  public static String cutStart(String text, int columns, String more) {
    if (width(text) <= columns) {
      return text;
    }
    int room = columns - width(more);
    if (room < 0) {
      return "";
    }
    int start = text.length();
    int used = 0;
    while (used + width(text.codePointBefore(start)) <= room) {
      used += width(text.codePointBefore(start));
      start -= Character.charCount(text.codePointBefore(start));
    }
    return more + text.substring(start);
  }

  /** The text filled with spaces to so many columns. */
  public static String pad(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }
}
