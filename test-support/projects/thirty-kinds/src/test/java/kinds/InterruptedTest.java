package kinds;

import org.junit.jupiter.api.Test;

class InterruptedTest {
  @Test
  void isInterrupted() throws InterruptedException {
    Thread.currentThread().interrupt();
    Thread.sleep(1_000);
  }
}
