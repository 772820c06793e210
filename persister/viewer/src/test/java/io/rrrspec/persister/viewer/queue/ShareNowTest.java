package io.rrrspec.persister.viewer.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.queue.QueueSample.Share;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a bar says of a queue. */
class ShareNowTest {
  @ParameterizedTest
  @CsvSource({
    // used, guaranteed, most, waiting; missing, borrowed
    "1, 3, 10, 4, 2, 0",
    "1, 3, 10, 0, 0, 0",
    "3, 3, 10, 4, 0, 0",
    "5, 3, 10, 4, 0, 2",
    // A part of a worker is given in turns.
    "0, 0.5, 10, 4, 0, 0",
    "1, 0.5, 10, 4, 0, 0",
    "1, 1.5, 10, 4, 0, 0",
    "2, 1.5, 10, 4, 0, 0",
    "3, 1.5, 10, 4, 0, 1",
    // Thirty per cent of ten is three, whatever a computer makes of it.
    "2, 2.9999999999999996, 10, 4, 1, 0",
    "3, 3.0000000000000004, 10, 4, 0, 0",
    // The limit holds.
    "1, 3, 1, 4, 0, 0",
  })
  void itMissesOrBorrows(
      int used, double guaranteed, int most, int waiting, int missing, int borrowed) {
    ShareNow now = ShareNow.of(new Share("q", "g", used, guaranteed, most, waiting, 0), 10);
    assertThat(now.missing()).isEqualTo(missing);
    assertThat(now.borrowed()).isEqualTo(borrowed);
  }

  @Test
  void aBarHasItsPartsInOrderAndEndsWithinItsWidth() {
    ShareNow now = ShareNow.of(new Share("q", "g", 5, 3, 8, 1, 0), 10);
    assertThat(now.within()).isEqualTo(48);
    assertThat(now.end()).isEqualTo(80);
    assertThat(now.missingEnd()).isEqualTo(80);
    assertThat(now.guaranteedAt()).isEqualTo(48);
    assertThat(now.mostAt()).isEqualTo(128);
    assertThat(now.words()).isEqualTo("5 workers, guaranteed 3, at most 8: borrows 2");
    ShareNow more = ShareNow.of(new Share("q", "g", 7, 40, 7, 1, 0), 3);
    assertThat(more.guaranteedAt()).isEqualTo(ShareNow.WIDTH);
    assertThat(more.end()).isEqualTo(ShareNow.WIDTH);
    ShareNow none = ShareNow.of(new Share("q", "g", 0, 0, 0, 0, 0), 0);
    assertThat(none.end()).isZero();
    assertThat(none.words()).isEqualTo("0 workers, guaranteed 0, at most 0");
  }

  @Test
  void numbersHaveADigitBehindThePointWhereThereIsAFraction() {
    assertThat(ShareNow.decimal(3)).isEqualTo("3");
    assertThat(ShareNow.decimal(2.9999999999999996)).isEqualTo("3");
    assertThat(ShareNow.decimal(1.5)).isEqualTo("1.5");
  }
}
