package io.rrrspec.persister.viewer.queue;

import io.rrrspec.persister.viewer.queue.ShareHistory.Column;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a queue had over time, as paths of an SVG: the same few elements however much there is to
 * show.
 *
 * @param within the workers to which it had a right
 * @param borrowed the workers beyond its right
 * @param missing the workers that it waited for although it had a right to them
 * @param guaranteed the line of its right
 * @param most the line of its limit
 * @param words the same for those who cannot see it
 */
public record ShareStrip(
    String within, String borrowed, String missing, String guaranteed, String most, String words) {
  /** The width of a strip, in pixels. */
  public static final int WIDTH = ShareHistory.COLUMNS * 2;

  /** The height of a strip, in pixels. */
  public static final int HEIGHT = 32;

  private static final int COLUMN = WIDTH / ShareHistory.COLUMNS;

  /** Lines have room above them and below. */
  private static final int FLOOR = HEIGHT - 1;

  /**
   * Draws a strip.
   *
   * @param columns oldest first; null where nothing is known
   * @param liveWorkers how many workers the group has now
   */
  static ShareStrip of(List<@Nullable Column> columns, int liveWorkers) {
    double scale =
        columns.stream()
            .filter(Objects::nonNull)
            .mapToDouble(column -> Math.max(column.used(), column.most()))
            .reduce(Math.max(1, liveWorkers), Math::max);
    StringBuilder within = new StringBuilder();
    StringBuilder borrowed = new StringBuilder();
    StringBuilder missing = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column == null) {
        continue;
      }
      int used = y(column.used(), scale);
      int right = Math.max(used, y(Math.ceil(column.guaranteed() - 1e-9), scale));
      block(within, i, FLOOR, right);
      block(borrowed, i, right, used);
      if (column.isShort()) {
        block(missing, i, used, y(column.guaranteed(), scale));
      }
    }
    return new ShareStrip(
        within.toString(),
        borrowed.toString(),
        missing.toString(),
        line(columns, Column::guaranteed, scale),
        line(columns, Column::most, scale),
        words(columns));
  }

  private static int y(double workers, double scale) {
    return FLOOR - (int) Math.round(Math.max(0, Math.min(workers, scale)) / scale * (FLOOR - 1));
  }

  private static void block(StringBuilder path, int column, int from, int to) {
    if (from > to) {
      path.append('M').append(column * COLUMN).append(' ').append(from);
      path.append('V').append(to).append('h').append(COLUMN).append('V').append(from).append('z');
    }
  }

  private static String line(
      List<@Nullable Column> columns, ToDoubleFunction<Column> value, double scale) {
    StringBuilder path = new StringBuilder();
    int last = -1;
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column == null) {
        last = -1;
        continue;
      }
      int y = y(value.applyAsDouble(column), scale);
      if (last < 0) {
        path.append('M').append(i * COLUMN).append(' ').append(y);
      } else if (y != last) {
        path.append('V').append(y);
      }
      path.append('H').append((i + 1) * COLUMN);
      last = y;
    }
    return path.toString();
  }

  private static String words(List<@Nullable Column> columns) {
    List<Column> known = columns.stream().filter(Objects::nonNull).map(Column.class::cast).toList();
    if (known.isEmpty()) {
      return "nothing in 15 minutes";
    }
    double used = known.stream().mapToDouble(Column::used).average().orElse(0);
    double right = known.stream().mapToDouble(Column::guaranteed).average().orElse(0);
    double peak = known.stream().mapToDouble(Column::used).max().orElse(0);
    long lacking = known.stream().filter(Column::isShort).count();
    return "on average "
        + ShareNow.decimal(used)
        + " workers, guaranteed "
        + ShareNow.decimal(right)
        + ", at most "
        + ShareNow.decimal(peak)
        + " used"
        + (lacking == 0 ? "" : "; less than its right for " + lacking * 10 + " s");
  }
}
