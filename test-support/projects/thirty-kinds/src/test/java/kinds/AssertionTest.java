package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AssertionTest {
  @Test
  void compares() {
    assertEquals("seven apples", "seven pears");
  }
}
