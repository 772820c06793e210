package example;

import org.junit.jupiter.api.Test;

class OneTest {
  @Test
  void passes() {}
}
