package kinds;

import org.junit.jupiter.api.Test;

class HugeMessageTest {
  @Test
  void saysAMegabyte() {
    throw new IllegalStateException("huge: " + "so much to say ".repeat(70_000));
  }
}
