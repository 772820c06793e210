package example;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class SkippedTest {
  @Test
  void it() {
    assumeTrue(Mark.isFirst(SkippedTest.class));
    fail("broken");
  }
}
