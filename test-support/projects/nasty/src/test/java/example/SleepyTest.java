package example;

import org.junit.jupiter.api.Test;

/** Ends when it is interrupted. */
class SleepyTest {
  @Test
  void sleeps() throws InterruptedException {
    Thread.sleep(600_000);
  }
}
