package kinds;

import org.junit.jupiter.api.Test;

class NoMessageTest {
  @Test
  void saysNothing() {
    throw new NullPointerException();
  }
}
