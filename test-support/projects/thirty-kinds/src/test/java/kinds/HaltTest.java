package kinds;

import org.junit.jupiter.api.Test;

class HaltTest {
  @Test
  void halts() {
    Runtime.getRuntime().halt(0);
  }
}
