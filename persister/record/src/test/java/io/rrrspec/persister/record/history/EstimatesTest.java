package io.rrrspec.persister.record.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
  void oneOutlierAnywhereInAFullHistoryChangesNothing() {
    for (int at = 0; at < Estimates.RUNS; at++) {
      long[] runs = LongStream.generate(() -> 100).limit(Estimates.RUNS).toArray();
      runs[at] = 2_000;

      assertThat(of(runs)).as("outlier %d runs ago", at).hasMillis(100);
    }
  }

  @Test
  void theSecondRunInARowThatTakesLongerIsBelieved() {
    assertThat(of(500, 500, 100, 100, 100, 100, 100, 100)).hasMillis(500);
  }

  @Test
  void aClassThatBecameFasterKeepsAReserveForSixRuns() {
    assertThat(after(2, 100, 500)).hasMillis(450);
    assertThat(after(6, 100, 500)).hasMillis(450);
    assertThat(after(7, 100, 500)).hasMillis(100);
  }

  @Test
  void aSlowDriftUpwardIsFollowedOneRunBehind() {
    List<Duration> newestFirst = new ArrayList<>();
    for (int run = 0; run < 60; run++) {
      newestFirst.add(0, Duration.ofMillis(Math.round(1_000 * Math.pow(1.04, run))));

      assertThat(Estimates.of(newestFirst))
          .isBetween(newestFirst.get(Math.min(1, newestFirst.size() - 1)), newestFirst.get(0));
    }
  }

  @Test
  void aSlowDriftDownwardIsFollowedASeventhBehindAtMost() {
    List<Duration> newestFirst = new ArrayList<>();
    for (int run = 0; run < 60; run++) {
      long millis = Math.round(50_000 * Math.pow(1.04, -run));
      newestFirst.add(0, Duration.ofMillis(millis));

      assertThat(Estimates.of(newestFirst).toMillis()).isBetween(millis, millis * 8 / 7);
    }
  }

  @Test
  void twiceTheEstimateHasRoomForAClassThatIsSlowInEveryThirdRun() {
    assertThat(of(100, 100, 400, 100, 100, 400, 100, 100, 400)).hasMillis(360);
    assertThat(of(400, 100, 100, 400, 100, 100, 400, 100, 100)).hasMillis(360);
  }

  @Test
  void itIsWithinTheDurationsAndNotBelowTheirOrderOfMagnitude() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      List<Duration> runs = new ArrayList<>();
      for (int run = 0; run <= random.nextInt(30); run++) {
        runs.add(Duration.ofMillis(1 + random.nextInt(1_000_000)));
      }
      List<Duration> recent = runs.subList(0, Math.min(Estimates.RUNS, runs.size()));

      assertThat(Estimates.of(runs)).isBetween(Collections.min(recent), Collections.max(recent));
    }
  }

  @Test
  void itIsNeverBelowAMillisecond() {
    assertThat(of(0, 0, 0)).hasMillis(1);
  }

  @Test
  void whatIsOlderThanTheLastRunsIsIgnored() {
    long[] rising = LongStream.rangeClosed(1, 200).toArray();
    assertThat(of(rising)).isLessThanOrEqualTo(Duration.ofMillis(Estimates.RUNS));
  }

  @Test
  void aTimeoutRaisesTheEstimateToTheTimeThatWasNotEnough() {
    assertThat(afterTimeout(20_000, 40_000)).hasMillis(40_000);
    assertThat(afterTimeout(20_000, 1_000)).hasMillis(20_000);
  }

  @Test
  void aTimeoutRaisesTheEstimateToFourTimesOrTheLeastTimeoutAtMost() {
    assertThat(afterTimeout(20_000, 140_000)).hasMillis(80_000);
    assertThat(afterTimeout(1_000, 60_000)).hasMillis(30_000);
  }

  @Test
  void aTimeoutDoesNotRaiseLimitsBeyondThatOfUnknownTasks() {
    assertThat(afterTimeout(100_000, 280_000)).hasMillis(150_000);
    assertThat(afterTimeout(200_000, 400_000)).hasMillis(200_000);
  }

  @Test
  void nothingHasNoEstimate() {
    assertThatThrownBy(() -> Estimates.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  private static Duration afterTimeout(long estimate, long timedOutAfter) {
    return Estimates.afterTimeout(
        Duration.ofMillis(estimate),
        Duration.ofMillis(timedOutAfter),
        Duration.ofSeconds(30),
        Duration.ofSeconds(300));
  }

  /** So many runs of a new length after many of an old one. */
  private static Duration after(int runs, long millis, long before) {
    return of(
        LongStream.concat(
                LongStream.generate(() -> millis).limit(runs),
                LongStream.generate(() -> before).limit(Estimates.RUNS))
            .toArray());
  }

  private static Duration of(long... newestFirst) {
    return Estimates.of(LongStream.of(newestFirst).mapToObj(Duration::ofMillis).toList());
  }
}
