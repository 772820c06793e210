package kinds;

import org.junit.jupiter.api.Test;

class ExceptionTest {
  @Test
  void throwsAnException() {
    throw new IllegalStateException("the till is closed");
  }
}
