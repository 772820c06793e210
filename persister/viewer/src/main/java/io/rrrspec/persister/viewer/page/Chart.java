package io.rrrspec.persister.viewer.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long something took from run to run, the oldest first, one bar each.
 *
 * @param bars the bars
 * @param longest what the full height stands for
 */
public record Chart(List<Bar> bars, Duration longest) {
  /** The height of the picture. */
  public static final int HEIGHT = 100;

  private static final int LEAST = 3;

  /**
   * One run.
   *
   * @param height of {@link #HEIGHT}; one of unknown duration has all of it
   * @param look CSS classes: what was decided, and whether the duration is unknown
   * @param title what is said of it
   * @param href the page of the run
   */
  public record Bar(int height, String look, String title, String href) {}

  /**
   * One run.
   *
   * @param duration null if unknown
   */
  public record Point(@Nullable Duration duration, String look, String title, String href) {}

  /** Of runs, newest first. */
  static Chart of(List<Point> newestFirst) {
    long longest =
        newestFirst.stream().mapToLong(point -> millis(point.duration())).max().orElse(0);
    List<Bar> bars = new ArrayList<>();
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      Point point = newestFirst.get(i);
      boolean known = point.duration() != null;
      long height =
          known && longest > 0 ? HEIGHT * millis(point.duration()) / longest : known ? 0 : HEIGHT;
      String look = known ? point.look() : point.look() + " unknown";
      bars.add(new Bar((int) Math.max(LEAST, height), look, point.title(), point.href()));
    }
    return new Chart(bars, Duration.ofMillis(longest));
  }

  private static long millis(@Nullable Duration duration) {
    return duration == null ? 0 : duration.toMillis();
  }
}
