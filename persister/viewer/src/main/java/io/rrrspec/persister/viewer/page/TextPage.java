package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.viewer.text.Ansi;
import java.util.List;

/**
 * A text as a page, line by line.
 *
 * @param taskset the run it belongs to
 * @param title what it is
 * @param back the address of the page it belongs to
 * @param raw the address of the text as it is; empty: it has none
 * @param lines its lines
 * @param cut how many lines at its beginning are left out
 */
public record TextPage(
    Taskset taskset, String title, String back, String raw, List<List<Ansi.Span>> lines, int cut) {
  /** A browser shows so many at once without a stall. */
  private static final int MAX_LINES = 20_000;

  /** Of a text. */
  public static TextPage of(Taskset taskset, String title, String back, String raw, String text) {
    List<List<Ansi.Span>> lines = Ansi.lines(text);
    int cut = Math.max(0, lines.size() - MAX_LINES);
    return new TextPage(taskset, title, back, raw, lines.subList(cut, lines.size()), cut);
  }
}
