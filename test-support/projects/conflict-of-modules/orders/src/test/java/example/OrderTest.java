package example;

import org.junit.jupiter.api.Test;

/** Shares nothing with anybody. */
class OrderTest {
  @Test
  void works() throws Exception {
    Thread.sleep(200);
  }
}
