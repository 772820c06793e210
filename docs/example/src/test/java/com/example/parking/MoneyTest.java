package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoneyTest {
  @ParameterizedTest(name = "{0} cents are written {1}")
  @CsvSource({"0,0.00", "5,0.05", "99,0.99", "100,1.00", "123456,1234.56"})
  void is_written_with_two_digits_for_the_cents(long cents, String text) {
    assertEquals(text, new Money(cents).toString());
  }

  @Test
  void adds_and_multiplies() {
    assertEquals(new Money(350), new Money(100).times(3).plus(new Money(50)));
    assertEquals(new Money(33), new Money(100).percent(33));
  }

  @Test
  void is_never_negative() {
    assertThrows(IllegalArgumentException.class, () -> new Money(-1));
  }

  @Test
  void does_not_overflow_in_silence() {
    assertThrows(ArithmeticException.class, () -> new Money(Long.MAX_VALUE).plus(new Money(1)));
  }

  @Test
  void is_ordered() {
    assertTrue(new Money(1).compareTo(new Money(2)) < 0);
  }
}
