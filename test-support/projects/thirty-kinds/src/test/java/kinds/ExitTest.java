package kinds;

import org.junit.jupiter.api.Test;

class ExitTest {
  @Test
  void exits() {
    System.exit(3);
  }
}
