package io.rrrspec.worker.agent.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which launches made for speed are given up. */
class StillbornKindsTest {
  private final StillbornKinds kinds = new StillbornKinds(3);

  @Test
  void onlyLaunchesThatAreMadeForSpeedCount() {
    assertThat(StillbornKinds.counts("core~quick")).isTrue();
    assertThat(StillbornKinds.counts("core~serial")).isTrue();
    assertThat(StillbornKinds.counts("core")).isFalse();
    assertThat(StillbornKinds.counts("core%7Equick")).isFalse();
  }

  @Test
  void threeInARowAreEnoughAndEachLaunchCountsByItself() {
    assertThat(kinds.died("core~quick")).isFalse();
    assertThat(kinds.died("core~serial")).isFalse();
    assertThat(kinds.died("core~quick")).isFalse();
    assertThat(kinds.died("core~quick")).isTrue();
    assertThat(kinds.died("core~serial")).isFalse();
  }

  @Test
  void oneThatHasDoneSomethingBeginsTheCountAgain() {
    kinds.died("core~quick");
    kinds.died("core~quick");
    kinds.lived("core~quick");
    assertThat(kinds.died("core~quick")).isFalse();
    assertThat(kinds.died("core~quick")).isFalse();
  }

  @Test
  void itIsAskedForUntilItIsDoneAndNotOnceMore() {
    kinds.died("core~quick");
    kinds.died("core~quick");
    assertThat(kinds.died("core~quick")).isTrue();
    assertThat(kinds.died("core~quick")).isTrue();
    kinds.giveUp("core~quick");
    assertThat(kinds.isOff("core~quick")).isTrue();
    assertThat(kinds.died("core~quick")).isFalse();
  }
}
