package example;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QuickTest {
  @Test
  void passes() {}

  @Nested
  class InnerTest {
    @Test
    void passesToo() {}
  }
}
