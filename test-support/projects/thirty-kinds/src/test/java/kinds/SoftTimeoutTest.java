package kinds;

import org.junit.jupiter.api.Test;

/** Ends when it is interrupted. */
class SoftTimeoutTest {
  @Test
  void sleeps() throws InterruptedException {
    Thread.sleep(600_000);
  }
}
