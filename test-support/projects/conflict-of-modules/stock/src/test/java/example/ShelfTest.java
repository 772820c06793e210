package example;

import org.junit.jupiter.api.Test;

/** Shares nothing with anybody. */
class ShelfTest {
  @Test
  void works() throws Exception {
    Thread.sleep(200);
  }
}
