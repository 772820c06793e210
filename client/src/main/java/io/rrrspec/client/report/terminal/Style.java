package io.rrrspec.client.report.terminal;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * How text is drawn.
 *
 * @param width columns to keep to; 40 or more
 * @param colour whether ANSI colours are written
 * @param unicode whether lines, bars and marks may be other than ASCII
 * @param links whether text may be a link to an address
 */
public record Style(int width, boolean colour, boolean unicode, boolean links) {
  private static final int LEAST = 40;

  public Style {
    width = Math.max(LEAST, width);
  }

  /** Without links. */
  public Style(int width, boolean colour, boolean unicode) {
    this(width, colour, unicode, false);
  }

  /** 100 columns without colour, for files and pipes. */
  public static Style plain() {
    return new Style(100, false, true);
  }

  /** The text in red, if there are colours. */
  public String red(String text) {
    return ansi("31", text);
  }

  /** The text in green, if there are colours. */
  public String green(String text) {
    return ansi("32", text);
  }

  /** The text on red, for what is wrong in a line that is red, if there are colours. */
  public String redMark(String text) {
    return ansi("1;7;31", text);
  }

  /** The same on green. */
  public String greenMark(String text) {
    return ansi("1;7;32", text);
  }

  /** The text in yellow, if there are colours. */
  public String yellow(String text) {
    return ansi("33", text);
  }

  /** The text in bold, if there are colours. */
  public String bold(String text) {
    return ansi("1", text);
  }

  /** The text in a dim colour, if there are colours. */
  public String dim(String text) {
    return ansi("2", text);
  }

  private String ansi(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /**
   * The text as a link, if there are links.
   *
   * @param target where it leads; null: nowhere
   */
  public String link(@Nullable URI target, String text) {
    if (!links || target == null || text.isEmpty()) {
      return text;
    }
    return "\u001b]8;;" + target.toASCIIString() + "\u001b\\" + text + "\u001b]8;;\u001b\\";
  }

  /** The text with links where it names pages and files; it is on one line and harmless. */
  public String linked(String line) {
    return LinkedLine.of(this, line);
  }

  /** Stands for what was cut off. */
  public String more() {
    return unicode ? "…" : "...";
  }

  /** Stands between a class and its test. */
  public String into() {
    return unicode ? " › " : " > ";
  }

  /** A horizontal line of so many columns. */
  public String rule(int columns) {
    return (unicode ? "─" : "-").repeat(Math.max(0, columns));
  }

  /** A bar of so many columns, filled by a share from 0 to 1; what is not filled is blank. */
  public String bar(double share, int columns) {
    double filled = Math.max(0, Math.min(1, share)) * columns;
    if (!unicode) {
      int whole = (int) Math.round(filled);
      return "#".repeat(whole) + " ".repeat(columns - whole);
    }
    int eighths = (int) Math.round(filled * 8);
    StringBuilder bar = new StringBuilder("█".repeat(eighths / 8));
    if (eighths % 8 > 0) {
      bar.append((char) ('█' + 8 - eighths % 8));
    }
    return PlainText.pad(bar.toString(), columns);
  }
}
