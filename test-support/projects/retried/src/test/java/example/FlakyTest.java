package example;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class FlakyTest {
  @Test
  void it() {
    assertFalse(Mark.isFirst(FlakyTest.class), "broken");
  }
}
