package example;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class DeadlyTest {
  @Test
  void ends() {
    assumeTrue(Mark.isFirst(DeadlyTest.class));
    Runtime.getRuntime().halt(3);
  }

  @Test
  void isFine() {}
}
