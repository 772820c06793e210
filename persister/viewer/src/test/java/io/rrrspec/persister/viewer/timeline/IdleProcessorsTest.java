package io.rrrspec.persister.viewer.timeline;

import static io.rrrspec.persister.viewer.timeline.Made.slave;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleProcessorsTest {
  private final Made made = Made.times();

  @Test
  void whereNobodyWatchedThereIsNothingToSay() {
    made.worker("w", 0, 0, 0, slave(0, made.passed("A", 0, 10)));

    assertThat(IdleProcessors.sentence(made.until(10))).isEmpty();
  }

  @Test
  void aBusyMachineIsCalledBusy() {
    made.watched(
        0,
        0,
        Collections.nCopies(10, 95),
        slave(0, made.passed("A", 0, 10)),
        slave(0, made.passed("B", 0, 10)));

    assertThat(IdleProcessors.sentence(made.until(10)))
        .contains("Processors were busy for 95 % of the time.");
  }

  @Test
  void classesThatSleepLeaveProcessorsIdle() {
    made.watched(
        0,
        0,
        Collections.nCopies(10, 20),
        slave(0, made.passed("A", 0, 10)),
        slave(0, made.passed("B", 0, 10)));

    assertThat(IdleProcessors.sentence(made.until(10)))
        .contains(
            "Processors were idle for 80 % of the time:"
                + " 80 % while classes slept, or waited for something else.");
  }

  @Test
  void eachReasonHasItsPart() {
    // Set-up for 2 s; then one class that computes and one that sleeps; then the first one alone.
    made.watched(
        0,
        2,
        List.of(50, 50, 50, 50, 50, 50, 50, 50, 50, 50),
        slave(2, made.passed("Computes", 2, 10)),
        slave(2, made.passed("Sleeps", 2, 5)));

    assertThat(IdleProcessors.sentence(made.until(10)))
        .contains(
            "Processors were idle for 50 % of the time: 25 % while fewer classes ran than there are"
                + " processors, 15 % while classes slept, or waited for something else, 10 % before"
                + " the first class.");
  }

  @Test
  void whatIsBehindTheEndOrBeforeTheBeginningDoesNotCount() {
    made.watched(
        -1,
        0,
        List.of(0, 100, 100, 0),
        slave(0, made.passed("A", 0, 2)),
        slave(0, made.passed("B", 0, 2)));

    assertThat(IdleProcessors.sentence(made.until(2)))
        .contains("Processors were busy for 100 % of the time.");
  }
}
