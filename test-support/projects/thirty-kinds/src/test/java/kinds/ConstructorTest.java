package kinds;

import org.junit.jupiter.api.Test;

class ConstructorTest {
  ConstructorTest() {
    throw new IllegalStateException("it cannot be made");
  }

  @Test
  void neverRuns() {}
}
