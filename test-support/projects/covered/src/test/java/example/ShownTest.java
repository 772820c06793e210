package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShownTest {
  @Test
  void hasTwoDigits() {
    assertEquals("3.05", Prices.shown(305));
  }
}
