package io.rrrspec.persister.record.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Since when a class takes longer. */
class GrowthTest {
  private static long[] seconds(long... all) {
    return LongStream.of(all).map(one -> one * 1_000).toArray();
  }

  @Test
  void aClassThatBecameSlowerIsFoundWithThePlaceAndBothMedians() {
    assertThat(Growth.of(seconds(4, 5, 4, 4, 11, 12, 11, 10)))
        .isEqualTo(new Growth(4, 4_000, 11_000));
  }

  @Test
  void oneSlowRunIsNoGrowth() {
    assertThat(Growth.of(seconds(4, 4, 4, 4, 4, 4, 4, 30))).isNull();
    assertThat(Growth.of(seconds(4, 4, 4, 30, 4, 4, 4, 4))).isNull();
  }

  @Test
  void whatIsFastAgainIsNoGrowth() {
    assertThat(Growth.of(seconds(4, 4, 4, 11, 11, 11, 4, 4, 4))).isNull();
  }

  @Test
  void lessThanAThirdOrThanASecondIsNoGrowth() {
    assertThat(Growth.of(seconds(10, 10, 10, 12, 12, 12))).isNull();
    assertThat(Growth.of(new long[] {100, 100, 100, 900, 900, 900})).isNull();
    assertThat(Growth.of(seconds(10, 10, 10, 13, 13, 13))).isNotNull();
  }

  @Test
  void fewerThanThreeRunsOnASideAreTooFew() {
    assertThat(Growth.of(seconds(4, 4, 4, 11, 11))).isNull();
    assertThat(Growth.of(new long[0])).isNull();
  }
}
