package io.rrrspec.persister.viewer.timeline;

import static io.rrrspec.persister.viewer.timeline.Made.slave;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WhyLongTest {
  private final Made made = Made.times();

  @Test
  void aClassThatTookAlmostAllOfTheTimeIsNamed() {
    made.worker(
        "w",
        0,
        0,
        5,
        slave(5, made.passed("org.example.LockingVisitorsTest", 5, 83)),
        slave(5, made.passed("a.SmallTest", 5, 15)));

    assertThat(WhyLong.sentences(made.until(85)))
        .containsExactly(
            "LockingVisitorsTest alone took 78 of 85 s.", "Set-up took 5.0 of 85 s on w.");
  }

  @Test
  void aClassThatStillRunsHasTakenItsTime() {
    TrialBar running = made.block("a.LongTest", 1, 40, TrialBar.Kind.RUNNING, false);
    made.worker("w", 0, 0, 1, slave(1, running), slave(1, made.passed("a.B", 1, 2)));

    assertThat(WhyLong.sentences(made.now(40)))
        .containsExactly("LongTest alone has taken 39 of 40 s.");
  }

  @Test
  void slowSetUpIsToldWithItsWorker() {
    made.worker("build-1", 0, 1, 3, slave(3, made.passed("A", 3, 45)))
        .worker("build-2", 0, 5, 45, slave(45, made.passed("B", 45, 58)));

    assertThat(WhyLong.sentences(made.until(60)).get(0))
        .isEqualTo("Set-up took 40 of 60 s on build-2.");
  }

  @Test
  void slowSyncIsNotCalledSetUp() {
    made.worker("w", 0, 30, 32, slave(32, made.passed("A", 32, 60)));

    assertThat(WhyLong.sentences(made.until(60))).containsExactly("Sync took 30 of 60 s on w.");
  }

  @Test
  void slavesThatIdledAtTheEndAreCounted() {
    made.worker(
        "w",
        0,
        0,
        0,
        slave(0, made.passed("A", 0, 40), made.passed("LateTest", 40, 60)),
        slave(0, made.passed("C", 0, 40)),
        slave(0, made.passed("D", 0, 40)),
        slave(0, made.passed("E", 0, 40)));

    assertThat(WhyLong.sentences(made.until(60)))
        .containsExactly("3 of 4 slaves idled for the last 20 s, while LateTest ran.");
  }

  @Test
  void whatAllWaitedForAtTheEndIsNotLaidToOneClass() {
    made.worker("w", 0, 0, 0, slave(0, made.passed("A", 0, 50)), slave(0, made.passed("B", 0, 50)));

    assertThat(WhyLong.sentences(made.until(60)))
        .containsExactly("Both slaves idled for the last 10 s.");
  }

  @Test
  void retriesAreCounted() {
    made.worker(
        "w",
        0,
        0,
        0,
        slave(
            0,
            made.block("A", 0, 12, TrialBar.Kind.FAILED, false),
            made.block("A", 12, 24, TrialBar.Kind.PASSED, true)),
        slave(0, made.passed("B", 0, 24)));

    assertThat(WhyLong.sentences(made.until(24)))
        .containsExactly("12 s went to retries of one class.");
  }

  @Test
  void waitsBetweenTrialsAreTold() {
    made.worker("w", 0, 0, 0, slave(0, made.passed("A", 8, 30), made.passed("B", 40, 60)));

    assertThat(WhyLong.sentences(made.until(60)))
        .containsExactly(
            "Slaves waited 10 s each between their trials.",
            "Slaves took 8.0 s each to begin with a first trial.");
  }

  @Test
  void copiesThatWereSupersededAreNoWork() {
    TrialBar copy = made.block("A", 10, 60, TrialBar.Kind.SUPERSEDED, false);
    made.worker(
        "w", 0, 0, 0, slave(0, made.passed("A", 0, 60)), slave(0, made.passed("B", 0, 10), copy));

    assertThat(WhyLong.sentences(made.until(60))).containsExactly("A alone took 60 of 60 s.");
  }

  @Test
  void aWaitForAWorkerIsTold() {
    assertThat(WhyLong.sentences(made.now(20)))
        .containsExactly("It waited 20 of 20 s for a worker.");
  }

  @Test
  void longRunsAreToldInMinutes() {
    made.worker("w", 0, 0, 600, slave(600, made.passed("A", 600, 1_200)));

    assertThat(WhyLong.sentences(made.until(1_200)))
        .containsExactly("Set-up took 10 min 0 s of 20 min 0 s on w.");
  }

  @Test
  void threeSentencesAtMostThatWithTheLargestCostFirst() {
    made.worker(
        "w",
        10,
        10,
        30,
        slave(30, made.passed("A", 40, 60), made.block("B", 60, 75, TrialBar.Kind.PASSED, true)));

    assertThat(WhyLong.sentences(made.until(83)))
        .containsExactly(
            "Set-up took 20 of 83 s on w.",
            "15 s went to retries of one class.",
            "It waited 10 of 83 s for a worker.");
  }

  @Test
  void nothingStandsOutWhereSlavesAreBusy() {
    made.worker(
        "w", 0, 0, 0, slave(0, made.passed("A", 0, 59.5)), slave(0, made.passed("B", 0, 58.9)));

    assertThat(WhyLong.sentences(made.until(60)))
        .containsExactly("Nothing stands out: slaves were busy for 99 % of the time.");
  }

  @Test
  void whereNothingStandsOutItSaysWhatMoreSlavesWouldBring() {
    made.worker(
        "w",
        0,
        0,
        0,
        slave(0, made.passed("a.Long", 0, 40), made.passed("B", 40, 59.5)),
        slave(0, made.passed("C", 0, 30), made.passed("D", 30, 59)));

    assertThat(WhyLong.sentences(made.until(60)))
        .containsExactly(
            "Nothing stands out: slaves were busy for 99 % of the time.",
            "More slaves would make it shorter, down to the 40 s of Long.");
  }

  @Test
  void aRunThatEndedAtOnceHasNothingToTell() {
    assertThat(WhyLong.sentences(made.until(0))).containsExactly("No trial has run.");
  }
}
