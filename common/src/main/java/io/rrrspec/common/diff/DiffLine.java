package io.rrrspec.common.diff;

import java.util.List;

/**
 * One line of what differs.
 *
 * @param side which text it is of
 * @param spans its parts, in order; together its text
 */
public record DiffLine(Side side, List<Span> spans) {

  /** Which text a line is of. */
  public enum Side {
    /** Both have it. */
    BOTH,
    /** Only the expected text has it so. */
    EXPECTED,
    /** Only the actual text has it so. */
    ACTUAL,
    /** Stands for lines that both have and that are left out: its text says how many. */
    LEFT_OUT
  }

  /**
   * A part of a line.
   *
   * @param text not empty
   * @param marked whether it is what makes the line differ from its counterpart
   */
  public record Span(String text, boolean marked) {}

  public DiffLine {
    spans = List.copyOf(spans);
  }

  static DiffLine plain(Side side, String text) {
    return new DiffLine(side, text.isEmpty() ? List.of() : List.of(new Span(text, false)));
  }

  /** The line without its marks. */
  public String text() {
    StringBuilder text = new StringBuilder();
    spans.forEach(span -> text.append(span.text()));
    return text.toString();
  }
}
