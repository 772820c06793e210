package example;

import org.junit.jupiter.api.Test;

/** Takes no notice of being interrupted. */
class EndlessTest {
  static volatile long rounds;

  @Test
  void runs_for_ever() {
    while (rounds >= 0) {
      rounds = (rounds + 1) & 0xffff;
    }
  }
}
