package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A tariff with 15 minutes free, 2.00 an hour and at most 12.00 a day")
class TariffTest {
  private final Tariff tariff =
      new Tariff(Duration.ofMinutes(15), new Money(200), new Money(1_200));

  @Nested
  @DisplayName("for a short stay")
  class ShortStay {
    @ParameterizedTest(name = "{0} minutes")
    @ValueSource(ints = {0, 1, 15})
    void is_free(int minutes) {
      assertEquals(Money.ZERO, tariff.fee(Duration.ofMinutes(minutes)));
    }

    @Test
    void takes_a_whole_hour_after_that() {
      assertEquals(new Money(200), tariff.fee(Duration.ofMinutes(16)));
    }
  }

  @Nested
  @DisplayName("for some hours")
  class Hours {
    @ParameterizedTest(name = "{0} minutes cost {1} cents")
    @CsvSource({"60,200", "61,400", "120,400", "359,1200", "360,1200", "1439,1200"})
    void counts_those_that_have_begun_up_to_a_day(int minutes, long cents) {
      assertEquals(new Money(cents), tariff.fee(Duration.ofMinutes(minutes)));
    }
  }

  @Nested
  @DisplayName("for some days")
  class Days {
    @Test
    void adds_the_hours_of_the_last_one() {
      assertEquals(new Money(1_200), tariff.fee(Duration.ofDays(1)));
      assertEquals(new Money(2_600), tariff.fee(Duration.ofDays(2).plusMinutes(30)));
    }

    @Nested
    @DisplayName("that never were")
    class Impossible {
      @Test
      void is_refused() {
        assertThrows(
            IllegalArgumentException.class, () -> tariff.fee(Duration.ofMinutes(-1)));
      }
    }
  }
}
