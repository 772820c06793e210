package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StaticInitialiserTest {
  static final int NUMBER = Integer.parseInt("no number");

  @Test
  void neverRuns() {
    assertEquals(0, NUMBER);
  }
}
