package kinds;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NestedTest {
  @Nested
  class WithinIt {
    @Test
    void failsInside() {
      fail("inside of another class");
    }
  }
}
