package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReducedTest {
  @Test
  void takesThePercentageAway() {
    assertEquals(90, Prices.reduced(100, 10));
  }
}
