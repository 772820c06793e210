package shop;

import org.junit.jupiter.api.Test;

/** Takes no time. */
class ShortTest {
  @Test
  void isShort() {}
}
