package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class DollarPricesTest {
  @Test
  void pricesAreInDollars() {
    assertEquals("USD", Currency.main);
  }

  @Test
  void hasTwoDecimals() {
    assertEquals(2, java.util.Currency.getInstance(Locale.US).getDefaultFractionDigits());
  }
}
