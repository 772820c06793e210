package io.rrrspec.client.local;

import static io.rrrspec.common.model.RunWay.Kind.FASTEST;
import static io.rrrspec.common.model.RunWay.Kind.MEASURING;
import static io.rrrspec.common.model.RunWay.Kind.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.RunWay;
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
    ran(PLAIN, true, seconds, processorSeconds);
  }

  private void other(int seconds, int processorSeconds) {
    ran(FASTEST, true, seconds, processorSeconds);
  }

  private void ran(RunWay.Kind way, boolean good, int seconds, int processorSeconds) {
    runs.add(
        0,
        new RunCost(way, good, Duration.ofSeconds(seconds), Duration.ofSeconds(processorSeconds)));
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

  @Test
  void othersThatSwingCountByTheirMean() {
    other(135, 237);
    plain(81, 136);
    other(150, 293);
    plain(83, 141);
    other(92, 159);
    other(86, 151);
    other(159, 311);
    plain(84, 142);
    assertThat(isPlain()).isTrue();
    other(92, 159);
    assertThat(isPlain()).as("slower than a plain one").isTrue();
    other(83, 145);
    assertThat(isPlain()).as("faster than a plain one").isFalse();
    other(150, 293);
    assertThat(isPlain()).isTrue();
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
  void aTryThatWasRedIsNotRepeatedAtOnce() {
    for (int i = 0; i < 3; i++) {
      other(100, 200);
    }
    assertThat(isPlain()).isTrue();
    ran(PLAIN, false, 5, 9);
    for (int i = 0; i < 3; i++) {
      assertThat(isPlain()).isFalse();
      other(100, 200);
    }
    assertThat(isPlain()).as("no measure yet").isTrue();
  }

  @Test
  void wherePlainRunsAreRedForLongAnotherWayIsTriedAsWell() {
    for (int i = 0; i < 3; i++) {
      other(115, 210);
      plain(88, 150);
    }
    // With the last one it is ten.
    for (int i = 0; i < 9; i++) {
      assertThat(isPlain()).isTrue();
      ran(PLAIN, false, 5, 9);
    }
    assertThat(isPlain()).isFalse();
  }

  @Test
  void oneThatMeasuredKindsOfJvmIsNoOther() {
    for (int i = 0; i < 3; i++) {
      ran(MEASURING, true, 100, 200);
    }
    assertThat(isPlain()).isFalse();
    for (int i = 0; i < 3; i++) {
      other(80, 140);
      plain(88, 150);
    }
    for (int i = 0; i < 9; i++) {
      ran(MEASURING, true, 200, 300);
    }
    assertThat(isPlain()).isFalse();
  }

  @Test
  void theNumberOfSlavesIsThatOfTheProcessors() {
    SlaveNumber fitting = new SlaveNumber(PROCESSORS, true);
    assertThat(new PlainChoice(true, List.of()).slaves(fitting)).isEqualTo(SlaveNumber.of(2));
    assertThat(PlainChoice.NO.slaves(fitting)).isEqualTo(fitting);
  }

  private static boolean mayMatter(int classes, int heavySeconds) {
    List<TaskRequest> tasks = new ArrayList<>();
    Map<String, TimeShare> shares = new HashMap<>();
    for (int i = 0; i < classes; i++) {
      Duration takes = Duration.ofSeconds(i < 2 ? heavySeconds : 1);
      tasks.add(new TaskRequest("T" + i, takes));
      shares.put("T" + i, new TimeShare(takes, Duration.ZERO));
    }
    return PlainChoice.mayMatter(tasks, shares);
  }

  @Test
  void onlyTwoHeavyClassesAreAReasonToTry() {
    // Two of 22 s beside 100 s are 30 %.
    assertThat(mayMatter(102, 22)).isTrue();
    assertThat(mayMatter(102, 21)).isFalse();
    assertThat(mayMatter(1, 22)).as("one class").isFalse();
    assertThat(mayMatter(PlainChoice.MOST_CLASSES + 1, 99_999)).as("too many").isFalse();
  }

  @Test
  void aPlainRunTakesItsShareOrItsLongestClass() {
    List<TaskRequest> tasks = new ArrayList<>();
    tasks.add(new TaskRequest("A", Duration.ofSeconds(30)));
    tasks.add(new TaskRequest("B", Duration.ofSeconds(10)));
    tasks.add(new TaskRequest("never ran", null));
    assertThat(PlainChoice.expected(tasks, 2)).hasSeconds(30);
    assertThat(PlainChoice.expected(tasks, 1)).hasSeconds(40);
  }

  @Test
  void theRunSaysWhy() {
    for (int i = 0; i < 3; i++) {
      other(115, 210);
    }
    assertThat(PlainChoice.of(runs, PROCESSORS, SOON).notes())
        .containsExactly(
            "this run is plain, to compare: 2 slaves, JVMs as the project has them, whole classes"
                + " (plain: off: never)");
    for (int i = 0; i < 3; i++) {
      plain(88, 150);
    }
    assertThat(PlainChoice.of(runs, PROCESSORS, SOON).notes())
        .containsExactly(
            "this run is plain: 2 slaves, JVMs as the project has them, whole classes; such runs"
                + " took 88 s and 150 s of processor time, others 115 s and 210 s (plain: off:"
                + " never)");
  }
}
