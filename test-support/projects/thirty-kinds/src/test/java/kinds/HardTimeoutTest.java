package kinds;

import org.junit.jupiter.api.Test;

/** Takes no notice of being interrupted. */
class HardTimeoutTest {
  static volatile long rounds;

  @Test
  void runsForEver() {
    while (rounds >= 0) {
      rounds = (rounds + 1) & 0xffff;
    }
  }
}
