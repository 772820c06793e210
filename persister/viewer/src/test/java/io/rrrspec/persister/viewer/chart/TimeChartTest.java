package io.rrrspec.persister.viewer.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.viewer.chart.TimeChart.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Charts of values over time. */
class TimeChartTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  private static Value at(long hour, @Nullable Double value, String look) {
    Instant time = START.plus(Duration.ofHours(hour));
    return new Value(time, value, look.equals("succeeded"), look, "run " + hour, "/runs/" + hour);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "3, 3 ms",
    "700, 800 ms",
    "1500, 1500 ms",
    "9000, 10 s",
    "61000, 1 min 30 s",
    "100000, 2 min",
    "5000000, 1 h 30 min",
    "400000000, 144 h",
    "9000000000, 2592 h"
  })
  void theAxisEndsWithARoundValueThatIsNotBelowTheHighest(double highest, String head) {
    Scale scale = Scale.ofMillis(highest);
    assertThat(scale.high()).isGreaterThanOrEqualTo(highest);
    assertThat(scale.values()).hasSizeBetween(2, 6);
    double last = scale.values().get(scale.values().size() - 1);
    if (highest > 0) {
      assertThat(scale.unit().label(last)).isEqualTo(head);
    }
  }

  @Test
  void theAxisOfSharesBeginsBelowTheLowest() {
    assertThat(Scale.ofPercent(97).low()).isEqualTo(95);
    assertThat(Scale.ofPercent(12).low()).isEqualTo(0);
    assertThat(Scale.ofPercent(99.5).values().stream().map(Scale.ofPercent(99.5).unit()::label))
        .containsExactly("99 %", "99.5 %", "100 %");
  }

  @Test
  void timesAreWhereTheyBelongInWhateverOrderTheyCome() {
    TimeChart chart =
        TimeChart.ofDurations(
            "Duration",
            List.of(
                at(8, 4_000.0, "succeeded"), at(2, null, "failed"), at(0, 2_000.0, "succeeded")));
    assertThat(chart.points())
        .extracting(TimeChart.Point::x)
        .containsExactly("0.00", "25.00", "100.00");
    assertThat(chart.points()).extracting(TimeChart.Point::bad).containsExactly(false, true, false);
    // Of unknown duration: at the foot.
    assertThat(chart.points().get(1).y()).isEqualTo(TimeChart.HEIGHT - 10);
    assertThat(chart.points().get(2).y()).isEqualTo(10);
    assertThat(chart.line()).isEqualTo("0,85 1000,10");
    assertThat(chart.times())
        .hasSize(4)
        .startsWith(START)
        .endsWith(START.plus(Duration.ofHours(8)));
    assertThat(chart.words())
        .isEqualTo(
            "3 runs from 2026-03-01 10:00 UTC to 2026-03-01 18:00 UTC. Between 2.0 s and 4.0 s."
                + " p50: 2.0 s. p95: 4.0 s.");
  }

  @Test
  void percentilesAreThoseOfNearestRank() {
    List<Duration> all =
        IntStream.rangeClosed(1, 20).mapToObj(i -> Duration.ofSeconds(21 - i)).toList();
    assertThat(Percentiles.of(all))
        .isEqualTo(new Percentiles(Duration.ofSeconds(10), Duration.ofSeconds(19)));
    assertThat(Percentiles.of(all.subList(0, 1)).p95()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void runsOfOneMomentStandInTheMiddleAndNoRunIsNoPicture() {
    TimeChart chart = TimeChart.ofDurations("Duration", List.of(at(1, 0.0, "succeeded")));
    assertThat(chart.points().get(0).x()).isEqualTo("50.00");
    assertThat(chart.times()).hasSize(1);
    assertThat(TimeChart.ofPercents("Share", List.of()).points()).isEmpty();
  }

  @Test
  void aStripHasTheOldestRunFirstAndASignForEachEnd() {
    RunStrip strip =
        RunStrip.of(
            List.of(
                new RunStrip.Box("failed", "new", "/runs/2"),
                new RunStrip.Box("succeeded", "old", "/runs/1")));
    assertThat(strip.boxes()).extracting(RunStrip.Box::sign).containsExactly("✓", "✕");
    assertThat(strip.count("failed")).isEqualTo(1);
  }
}
