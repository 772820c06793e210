package kinds;

import org.junit.jupiter.api.Test;

class DeepCausesTest {
  @Test
  void hasManyCauses() {
    RuntimeException last = new RuntimeException("at the bottom");
    for (int i = 0; i < 2_000; i++) {
      last = new RuntimeException("cause " + i, last);
    }
    throw last;
  }
}
