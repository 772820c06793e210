package io.rrrspec.persister.viewer.chart;

import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values of runs over time: real times from left to right, an axis with units, and lines for the
 * median and the 95th percentile.
 *
 * @param title what the values are
 * @param words the same as the picture for those who do not see it
 * @param points one for each run, oldest first
 * @param line through the values that are known, as points of an SVG polyline that is {@link
 *     #WIDTH} wide; empty with fewer than two
 * @param ticks the upright axis
 * @param levels the percentiles; may be empty
 * @param times moments at equal distances from the left end to the right one
 */
public record TimeChart(
    String title,
    String words,
    List<Point> points,
    String line,
    List<Tick> ticks,
    List<Level> levels,
    List<Instant> times) {
  /** The height of the picture, in pixels. */
  public static final int HEIGHT = 170;

  /** The width that {@link #line} has; the picture is as wide as there is room. */
  public static final int WIDTH = 1_000;

  /** Room above the highest and below the lowest value, in pixels. */
  private static final int MARGIN = 10;

  private static final int INTERVALS = 3;

  /**
   * One run.
   *
   * @param at when it ended
   * @param value what it has; null if unknown: it is drawn at the foot
   * @param counts whether the percentiles count it
   * @param look a CSS class: how it ended
   * @param title what is said of it
   * @param href the page of the run
   */
  public record Value(
      Instant at, @Nullable Double value, boolean counts, String look, String title, String href) {}

  /**
   * A run in the picture.
   *
   * @param x per cent of the width
   * @param y pixels from above
   * @param bad whether it is drawn as a cross
   */
  public record Point(String x, int y, String look, boolean bad, String title, String href) {}

  /** A value of the axis, in pixels from above. */
  public record Tick(int y, String label) {}

  /**
   * A percentile.
   *
   * @param name p50 or p95
   * @param y pixels from above
   * @param label the value
   */
  public record Level(String name, int y, String label) {}

  /**
   * Draws durations.
   *
   * @param title what they are
   * @param values in any order, in ms
   */
  public static TimeChart ofDurations(String title, List<Value> values) {
    double highest =
        values.stream()
            .map(Value::value)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    List<Duration> counted =
        values.stream()
            .filter(Value::counts)
            .map(Value::value)
            .filter(Objects::nonNull)
            .map(value -> Duration.ofMillis(Math.round(value)))
            .toList();
    Scale scale = Scale.ofMillis(highest);
    List<Level> levels = new ArrayList<>();
    if (!counted.isEmpty()) {
      Percentiles of = Percentiles.of(counted);
      levels.add(level("p50", of.p50(), scale));
      levels.add(level("p95", of.p95(), scale));
    }
    return draw(title, values, scale, levels);
  }

  /**
   * Draws shares.
   *
   * @param title what they are
   * @param values in any order, in per cent
   */
  public static TimeChart ofPercents(String title, List<Value> values) {
    double lowest =
        values.stream()
            .map(Value::value)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .min()
            .orElse(0);
    return draw(title, values, Scale.ofPercent(lowest), List.of());
  }

  private static TimeChart draw(String title, List<Value> values, Scale scale, List<Level> levels) {
    List<Value> oldestFirst = values.stream().sorted(Comparator.comparing(Value::at)).toList();
    if (oldestFirst.isEmpty()) {
      return new TimeChart(title, "No run.", List.of(), "", List.of(), levels, List.of());
    }
    Instant from = oldestFirst.get(0).at();
    Instant to = oldestFirst.get(oldestFirst.size() - 1).at();
    double span = Math.max(1, Duration.between(from, to).toMillis());
    List<Point> points = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int known = 0;
    for (Value each : oldestFirst) {
      // A single moment stands in the middle.
      double part = from.equals(to) ? 0.5 : Duration.between(from, each.at()).toMillis() / span;
      Double value = each.value();
      int y = value == null ? HEIGHT - MARGIN : y(scale, value);
      boolean bad = each.look().equals("failed") || each.look().equals("error");
      points.add(new Point(percent(part), y, each.look(), bad, each.title(), each.href()));
      if (value != null) {
        known++;
        line.append(Math.round(part * WIDTH)).append(',').append(y).append(' ');
      }
    }
    List<Tick> ticks =
        scale.values().stream()
            .map(value -> new Tick(y(scale, value), scale.unit().label(value)))
            .toList();
    return new TimeChart(
        title,
        words(oldestFirst, scale, levels, from, to),
        points,
        known < 2 ? "" : line.toString().strip(),
        ticks,
        levels,
        from.equals(to) ? List.of(from) : times(from, span));
  }

  private static Level level(String name, Duration value, Scale scale) {
    return new Level(name, y(scale, (double) value.toMillis()), DisplayText.duration(value));
  }

  private static int y(Scale scale, double value) {
    return HEIGHT - MARGIN - (int) Math.round(scale.part(value) * (HEIGHT - 2 * MARGIN));
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.2f", part * 100);
  }

  private static List<Instant> times(Instant from, double span) {
    List<Instant> times = new ArrayList<>();
    for (int i = 0; i <= INTERVALS; i++) {
      times.add(from.plusMillis(Math.round(span * i / INTERVALS)));
    }
    return times;
  }

  private static String words(
      List<Value> values, Scale scale, List<Level> levels, Instant from, Instant to) {
    StringBuilder words = new StringBuilder(DisplayText.count(values.size(), "run"));
    words.append(" from ").append(DisplayText.time(from));
    words.append(" to ").append(DisplayText.time(to)).append(". ");
    values.stream()
        .map(Value::value)
        .filter(Objects::nonNull)
        .reduce(Math::min)
        .ifPresent(
            least ->
                words
                    .append("Between ")
                    .append(told(scale, least))
                    .append(" and ")
                    .append(
                        told(
                            scale,
                            values.stream()
                                .map(Value::value)
                                .filter(Objects::nonNull)
                                .reduce(least, Math::max)))
                    .append('.'));
    for (Level level : levels) {
      words.append(' ').append(level.name()).append(": ").append(level.label()).append('.');
    }
    return words.toString();
  }

  private static String told(Scale scale, double value) {
    return scale.unit() == Scale.Unit.DURATION
        ? DisplayText.duration(Duration.ofMillis(Math.round(value)))
        : scale.unit().label(value);
  }
}
