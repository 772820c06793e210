package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.persister.record.history.RunCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainChoiceTest {
  private static final int PROCESSORS = 2;
  private static final Duration SOON = Duration.ofSeconds(90);

  /** Newest first. */
  private final List<RunCost> runs = new ArrayList<>();

  private void plain(int seconds, int processorSeconds) {
    runs.add(0, cost(false, PROCESSORS, seconds, processorSeconds));
  }

  private void other(int seconds, int processorSeconds) {
    runs.add(0, cost(true, PROCESSORS, seconds, processorSeconds));
  }

  private static RunCost cost(boolean changed, int slaves, int seconds, int processorSeconds) {
    return new RunCost(
        100, changed, slaves, Duration.ofSeconds(seconds), Duration.ofSeconds(processorSeconds));
  }

  private boolean isPlain() {
    return PlainChoice.of(runs, PROCESSORS, SOON).plain();
  }

  @Test
  void aPlainRunIsTriedAfterThreeOthersUntilThereAreThree() {
    StringBuilder way = new StringBuilder();
    for (int i = 0; i < 18; i++) {
      boolean plain = isPlain();
      way.append(plain ? 'p' : '-');
      if (plain) {
        plain(120, 200);
      } else {
        other(100, 200);
      }
    }
    assertThat(way).hasToString("---p---p---p------");
  }

  @Test
  void whereAllPlainRunsTookLessRunsArePlainButForOneInEleven() {
    StringBuilder way = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      boolean plain = isPlain();
      way.append(plain ? 'p' : '-');
      if (plain) {
        plain(88, 150);
      } else {
        other(115, 210);
      }
    }
    assertThat(way).hasToString("---p---p---pppppppppp-pppppppppp-ppppppp");
  }

  @Test
  void anotherRunThatIsFasterEndsThat() {
    for (int i = 0; i < 3; i++) {
      other(115, 210);
      plain(88, 150);
    }
    assertThat(isPlain()).isTrue();
    other(80, 140);
    assertThat(isPlain()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"94,150", "100,150", "88,181", "110,300"})
  void oneThatIsNotClearlyLessIsNoReason(int seconds, int processorSeconds) {
    for (int i = 0; i < 3; i++) {
      other(98, 200);
      plain(88, 150);
    }
    assertThat(isPlain()).isTrue();
    plain(seconds, processorSeconds);
    assertThat(isPlain()).isFalse();
  }

  @Test
  void oneThatLostIsTriedAgainMuchLater() {
    for (int i = 0; i < 3; i++) {
      plain(120, 200);
    }
    for (int i = 0; i < PlainChoice.BETWEEN_LOST; i++) {
      assertThat(isPlain()).as("after %s", i).isFalse();
      other(100, 200);
    }
    assertThat(isPlain()).isTrue();
  }

  @Test
  void oneThatIsExpectedToTakeMuchLongerIsNotTried() {
    for (int i = 0; i < 4; i++) {
      other(100, 200);
    }
    Duration most = Duration.ofSeconds(150);
    assertThat(PlainChoice.of(runs, PROCESSORS, most).plain()).isTrue();
    assertThat(PlainChoice.of(runs, PROCESSORS, most.plusMillis(1)).plain()).isFalse();
  }

  @Test
  void theNumberOfSlavesIsThatOfTheProcessors() {
    assertThat(cost(false, 3, 9, 9).isPlain(PROCESSORS)).isFalse();
    assertThat(cost(false, 1, 9, 9).isPlain(PROCESSORS)).isFalse();
    assertThat(cost(true, 2, 9, 9).isPlain(PROCESSORS)).isFalse();
    assertThat(cost(false, 2, 9, 9).isPlain(PROCESSORS)).isTrue();
    SlaveNumber fitting = new SlaveNumber(PROCESSORS, true);
    assertThat(new PlainChoice(true, List.of()).slaves(fitting)).isEqualTo(SlaveNumber.of(2));
    assertThat(PlainChoice.NO.slaves(fitting)).isEqualTo(fitting);
  }

  private PlainChoice of(int classes, int heavySeconds, int runClasses) {
    List<TaskRequest> tasks = new ArrayList<>();
    Map<String, TimeShare> shares = new HashMap<>();
    for (int i = 0; i < classes; i++) {
      Duration takes = Duration.ofSeconds(i < 2 ? heavySeconds : 1);
      tasks.add(new TaskRequest("T" + i, takes));
      shares.put("T" + i, new TimeShare(takes, Duration.ZERO));
    }
    List<RunCost> past = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      past.add(new RunCost(runClasses, true, 2, Duration.ofSeconds(999), Duration.ofSeconds(999)));
    }
    return PlainChoice.of(tasks, shares, PROCESSORS, () -> past);
  }

  @Test
  void onlyTwoHeavyClassesAreAReasonToTry() {
    // Two of 22 s beside 100 s are 30 %.
    assertThat(of(102, 22, 102).plain()).isTrue();
    assertThat(of(102, 21, 102).plain()).isFalse();
    assertThat(of(1, 22, 1).plain()).as("one class").isFalse();
    assertThat(of(5_001, 9_999, 5_001).plain()).as("very many classes").isFalse();
  }

  @Test
  void runsOfManyMoreOrFewerClassesSayNothing() {
    assertThat(of(100, 99, 105).plain()).isTrue();
    assertThat(of(100, 99, 106).plain()).isFalse();
    assertThat(of(100, 99, 95).plain()).isTrue();
    assertThat(of(100, 99, 94).plain()).isFalse();
  }

  @Test
  void theRunSaysWhy() {
    for (int i = 0; i < 3; i++) {
      other(115, 210);
    }
    assertThat(PlainChoice.of(runs, PROCESSORS, SOON).notes())
        .containsExactly(
            "this run is plain, to compare: 2 slaves, JVMs as the project has them, whole classes"
                + " (--slaves 2: never)");
    for (int i = 0; i < 3; i++) {
      plain(88, 150);
    }
    assertThat(PlainChoice.of(runs, PROCESSORS, SOON).notes())
        .containsExactly(
            "this run is plain: 2 slaves, JVMs as the project has them, whole classes; such runs"
                + " took 88 s and 150 s of processor time, others 115 s and 210 s");
  }
}
