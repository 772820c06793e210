package io.rrrspec.persister.viewer.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.record.history.ServedTimes.Served;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerLoadTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:30:00Z");

  @Test
  void timesAreDividedAmongTheHours() {
    Served served =
        new Served(
            "w", Instant.parse("2026-03-01T08:45:00Z"), Instant.parse("2026-03-01T10:15:00Z"));

    WorkerLoad load = WorkerLoad.of(List.of(served), NOW).get(0);

    assertThat(load.hours()).hasSize(WorkerLoad.HOURS);
    assertThat(load.hours().subList(20, 24))
        .extracting(WorkerLoad.Hour::percent)
        .as("half of the present hour has passed")
        .containsExactly(0, 25, 100, 50);
    assertThat(load.words()).isEqualTo("busy in 3 of 24 hours, at most 100 % of one");
  }

  @Test
  void whatWasBeforeOrIsYetToComeIsNotCounted() {
    Served served = new Served("w", Instant.EPOCH, Instant.parse("2030-01-01T00:00:00Z"));
    WorkerLoad load = WorkerLoad.of(List.of(served, served), NOW).get(0);
    assertThat(load.hours()).allMatch(hour -> hour.percent() == 100);
    assertThat(load.percent()).isEqualTo(100);
  }

  @Test
  void aWorkerThatServedNothingHasNoBars() {
    WorkerLoad load = WorkerLoad.of(List.of(new Served("w", NOW, NOW)), NOW).get(0);
    assertThat(load.percent()).isZero();
    assertThat(load.words()).isEqualTo("no run in 24 hours");
  }
}
