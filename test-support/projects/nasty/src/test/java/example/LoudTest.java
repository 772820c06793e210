package example;

import org.junit.jupiter.api.Test;

/** Prints 200 MB. */
class LoudTest {
  @Test
  void prints() {
    String line = "x".repeat(1_023);
    for (int i = 0; i < 200 * 1_024; i++) {
      System.out.println(line);
    }
  }
}
