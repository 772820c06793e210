package io.rrrspec.persister.viewer.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Text with the colours that a terminal would show. Of control sequences only colours and weights
 * mean something; all others, and control characters, are left out. Lines that no browser shows
 * without a stall are cut.
 */
public final class Ansi {
  private static final char ESCAPE = 0x1b;
  private static final char BELL = 0x07;
  private static final String[] COLOURS = {
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"
  };

  /** Browsers stall at lines that are longer by far. */
  private static final int LONGEST_LINE = 5_000;

  private final StringBuilder text = new StringBuilder();
  private final List<Span> line = new ArrayList<>();
  private final List<List<Span>> lines = new ArrayList<>();
  private String colour = "";
  private boolean bold;
  private int length;

  /**
   * A piece of a line in one look.
   *
   * @param text without an end of line
   * @param look names of CSS classes with blanks between; empty: as the rest
   */
  public record Span(String text, String look) {}

  private Ansi() {}

  /** The lines of a text, the last one without its end of line. */
  public static List<List<Span>> lines(String text) {
    Ansi ansi = new Ansi();
    ansi.read(text);
    return ansi.lines;
  }

  private void read(String input) {
    int i = 0;
    while (i < input.length()) {
      char c = input.charAt(i);
      if (c == ESCAPE) {
        i = control(input, i + 1);
        continue;
      }
      if (c == '\n') {
        endLine();
      } else if (c == '\t' || c >= ' ' && c != 0x7f && !(c >= 0x80 && c < 0xa0)) {
        append(c);
      }
      i++;
    }
    if (!text.isEmpty() || !line.isEmpty()) {
      endLine();
    }
  }

  private void append(char c) {
    // A pair is not torn apart.
    if (length < LONGEST_LINE || length == LONGEST_LINE && Character.isLowSurrogate(c)) {
      text.append(c);
    }
    length++;
  }

  /** Reads one control sequence; returns where the text goes on. */
  private int control(String input, int at) {
    if (at >= input.length()) {
      return at;
    }
    char kind = input.charAt(at);
    if (kind == ']') {
      return behindCommand(input, at + 1);
    }
    if (kind != '[') {
      return at + 1;
    }
    int end = at + 1;
    while (end < input.length() && input.charAt(end) >= 0x20 && input.charAt(end) < 0x40) {
      end++;
    }
    if (end < input.length() && input.charAt(end) == 'm') {
      look(input.substring(at + 1, end));
    }
    return Math.min(input.length(), end + 1);
  }

  /** A title, a link: up to the bell, or to escape and backslash; not beyond the line. */
  private static int behindCommand(String input, int at) {
    for (int i = at; i < input.length(); i++) {
      char c = input.charAt(i);
      if (c == BELL) {
        return i + 1;
      }
      if (c == ESCAPE) {
        return Math.min(input.length(), i + 2);
      }
      if (c == '\n') {
        return i;
      }
    }
    return input.length();
  }

  private void look(String parameters) {
    endSpan();
    String[] codes = parameters.split(";", -1);
    for (int i = 0; i < codes.length; i++) {
      int code = codes[i].isEmpty() ? 0 : number(codes[i]);
      if (code == 38 || code == 48) {
        // A colour of a palette (5;n) or any (2;r;g;b): not shown, and no codes of their own.
        i += i + 1 < codes.length && codes[i + 1].equals("2") ? 4 : 2;
      } else {
        look(code);
      }
    }
  }

  private void look(int code) {
    if (code == 0) {
      colour = "";
      bold = false;
    } else if (code == 1) {
      bold = true;
    } else if (code == 22) {
      bold = false;
    } else if (code == 39) {
      colour = "";
    } else if (code >= 30 && code <= 37) {
      colour = COLOURS[code - 30];
    } else if (code >= 90 && code <= 97) {
      colour = COLOURS[code - 90];
    }
  }

  private static int number(String text) {
    return text.length() <= 3 && text.chars().allMatch(Character::isDigit)
        ? Integer.parseInt(text)
        : -1;
  }

  private void endSpan() {
    if (!text.isEmpty()) {
      String look =
          (bold ? "ansi-bold" : "")
              + (colour.isEmpty() ? "" : (bold ? " " : "") + "ansi-" + colour);
      line.add(new Span(text.toString(), look));
      text.setLength(0);
    }
  }

  private void endLine() {
    endSpan();
    if (length > LONGEST_LINE) {
      line.add(
          new Span(
              " … " + DisplayText.count(length - LONGEST_LINE, "more character") + ": download",
              "cut"));
    }
    length = 0;
    lines.add(List.copyOf(line));
    line.clear();
  }
}
