package io.rrrspec.client.report.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * A listing in columns, for people and for {@code awk}: nothing is cut, no cell is empty, and what
 * others wrote is made harmless.
 */
public final class Columns {
  private static final String GAP = "  ";
  private static final String NOTHING = "-";

  private final List<List<String>> rows = new ArrayList<>();

  /** All cells of a column get as wide as the longest one. */
  private static final int LONGEST = 1_000;

  private Columns() {}

  /** Begins with the headings. */
  public static Columns of(String... headings) {
    return new Columns().row(headings);
  }

  /** Adds a row; an empty cell becomes a dash. */
  public Columns row(String... cells) {
    List<String> row = new ArrayList<>();
    for (String cell : cells) {
      String text = PlainText.cut(PlainText.line(cell), LONGEST, "...");
      row.add(text.isEmpty() ? NOTHING : text);
    }
    rows.add(row);
    return this;
  }

  /** The lines, each ended by {@code \n}. */
  public String render(Style style) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], PlainText.width(row.get(i)));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(PlainText.pad(row.get(i), widths[i])).append(GAP);
      }
      String plain = line.toString().stripTrailing();
      text.append(row == rows.get(0) ? style.bold(plain) : plain).append('\n');
    }
    return text.toString();
  }
}
