package io.rrrspec.client.report;

import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.diff.DiffLine;
import io.rrrspec.common.diff.DiffLine.Span;
import io.rrrspec.common.diff.TextDiff;
import io.rrrspec.common.model.Comparison;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws what differs between two values: lines of the expected one with a minus, those of the
 * actual one with a plus. Without colours, carets below a line point at its words.
 */
final class ComparisonText {
  private static final String EXPECTED = "- ";
  private static final String ACTUAL = "+ ";

  private final Style style;

  ComparisonText(Style style) {
    this.style = style;
  }

  /** The line that explains the signs. */
  String legend() {
    return style.green(EXPECTED + "expected") + "  " + style.red(ACTUAL + "actual");
  }

  /**
   * The lines that differ, and some around them.
   *
   * @param columns how wide each may be; longer ones are wrapped
   */
  List<String> lines(Comparison values, int columns) {
    List<String> lines = new ArrayList<>();
    for (DiffLine line :
        TextDiff.of(PlainText.lines(values.expected()), PlainText.lines(values.actual()))) {
      draw(line, Math.max(1, columns - EXPECTED.length()), lines);
    }
    return lines;
  }

  private void draw(DiffLine line, int columns, List<String> lines) {
    String sign =
        switch (line.side()) {
          case EXPECTED -> EXPECTED;
          case ACTUAL -> ACTUAL;
          case BOTH -> "  ";
          case LEFT_OUT -> style.more() + ' ';
        };
    boolean[] marks = marks(line);
    boolean pointsAtWords = !style.colour() && !allMarked(marks);
    String text = line.text();
    int at = 0;
    do {
      int end = PlainText.fitting(text, at, columns);
      lines.add(coloured(line.side(), at == 0 ? sign : "  ", text, marks, at, end));
      if (pointsAtWords) {
        String carets = carets(text, marks, at, end);
        if (!carets.isBlank()) {
          lines.add("  " + carets);
        }
      }
      at = end;
    } while (at < text.length());
  }

  private static boolean[] marks(DiffLine line) {
    boolean[] marks = new boolean[line.text().length()];
    int at = 0;
    for (Span span : line.spans()) {
      for (int i = 0; i < span.text().length(); i++) {
        marks[at++] = span.marked();
      }
    }
    return marks;
  }

  /** Where all is marked, the sign says it. */
  private static boolean allMarked(boolean[] marks) {
    for (boolean mark : marks) {
      if (!mark) {
        return false;
      }
    }
    return true;
  }

  private String coloured(
      DiffLine.Side side, String sign, String text, boolean[] marks, int from, int end) {
    StringBuilder out = new StringBuilder(ofSide(side, sign, false));
    int at = from;
    while (at < end) {
      int next = at;
      while (next < end && marks[next] == marks[at]) {
        next++;
      }
      out.append(ofSide(side, text.substring(at, next), marks[at]));
      at = next;
    }
    return out.toString();
  }

  private String ofSide(DiffLine.Side side, String text, boolean marked) {
    return switch (side) {
      case EXPECTED -> marked ? style.greenMark(text) : style.green(text);
      case ACTUAL -> marked ? style.redMark(text) : style.red(text);
      case BOTH, LEFT_OUT -> style.dim(text);
    };
  }

  private static String carets(String text, boolean[] marks, int from, int end) {
    StringBuilder line = new StringBuilder();
    int at = from;
    while (at < end) {
      int next = at + Character.charCount(text.codePointAt(at));
      String sign = marks[at] ? "^" : " ";
      line.append(sign.repeat(PlainText.width(text.substring(at, next))));
      at = next;
    }
    return line.toString().stripTrailing();
  }
}
