package io.rrrspec.persister.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EstimatesTest {
  @Test
  void oneDurationIsItsOwnEstimate() {
    assertThat(of(1_500)).hasMillis(1_500);
  }

  @Test
  void theNewerOfTwoIsBelieved() {
    assertThat(of(100, 900)).hasMillis(100);
    assertThat(of(900, 100)).hasMillis(900);
  }

  @Test
  void oneOutlierChangesNothing() {
    assertThat(of(60_000, 100, 101, 99, 100)).hasMillis(101);
    assertThat(of(100, 101, 60_000, 99, 100)).hasMillis(100);
    assertThat(of(1, 100, 101, 99, 100)).hasMillis(100);
  }

  @Test
  void theSecondRunOfANewLengthIsBelieved() {
    assertThat(of(500, 500, 100, 100, 100, 100, 100, 100)).hasMillis(500);
    assertThat(of(100, 100, 500, 500, 500, 500, 500, 500)).hasMillis(100);
  }

  @Test
  void itIsNeverBelowAMillisecond() {
    assertThat(of(0, 0, 0)).hasMillis(1);
  }

  @Test
  void itIsAlwaysOneOfTheRecentDurations() {
    long[] rising = LongStream.rangeClosed(1, 200).toArray();
    assertThat(of(rising)).isLessThanOrEqualTo(Duration.ofMillis(Estimates.RUNS));
  }

  @Test
  void nothingHasNoEstimate() {
    assertThatThrownBy(() -> Estimates.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  private static Duration of(long... newestFirst) {
    return Estimates.of(LongStream.of(newestFirst).mapToObj(Duration::ofMillis).toList());
  }
}
