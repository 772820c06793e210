package io.rrrspec.persister.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeRangeTest {
  private static final long END = 60_000;

  @Test
  void anAddressWithoutSecondsIsTheWholeRun() {
    assertThat(TimeRange.of(null, null, END)).isEqualTo(TimeRange.whole(END));
    assertThat(TimeRange.of("12.5", null, END)).isEqualTo(new TimeRange(12_500, END));
  }

  @Test
  void whatIsBehindTheEndIsLeftOut() {
    assertThat(TimeRange.of("50", "1e9", END)).isEqualTo(new TimeRange(50_000, END));
  }

  @Test
  void aMomentBecomesAsLongAsCanBeDrawn() {
    assertThat(TimeRange.of("5", "5.001", END)).isEqualTo(new TimeRange(4_991, 5_001));
    assertThat(TimeRange.of(null, null, 0).length()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "x, 3, from=x",
    "3, NaN, to=NaN",
    "-1, 3, from=-1",
    "1e300, 3, from=1e300",
    "61, 70, behind the end",
    "9, 9, to=9 is not behind",
  })
  void whatIsNoPartIsRefusedWithItsName(String from, String to, String said) {
    assertThatThrownBy(() -> TimeRange.of(from, to, END))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(said);
  }

  @Test
  void otherPartsStayWithinTheRun() {
    TimeRange part = new TimeRange(50_000, 60_000);
    assertThat(part.scaled(2, END)).isEqualTo(new TimeRange(40_000, 60_000));
    assertThat(part.scaled(100, END)).isEqualTo(TimeRange.whole(END));
    assertThat(part.scaled(0.5, END).query()).isEqualTo("from=52.5&to=57.5");
    assertThat(part.shifted(-0.5, END)).isEqualTo(new TimeRange(45_000, 55_000));
    assertThat(part.shifted(0.5, END)).isEqualTo(part);
  }

  @Test
  void placesAreInPercentOfThePart() {
    TimeRange part = new TimeRange(10_000, 20_000);
    assertThat(part.place(15_000)).isEqualTo(50);
    assertThat(part.place(5_000)).isZero();
    assertThat(part.place(99_000)).isEqualTo(100);
  }
}
