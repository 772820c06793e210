package kinds;

import org.junit.jupiter.api.Test;

class StackOverflowTest {
  @Test
  void callsItself() {
    System.out.println(depth(0));
  }

  private static int depth(int now) {
    return depth(now + 1) + 1;
  }
}
