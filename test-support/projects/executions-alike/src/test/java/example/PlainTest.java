package example;

import org.junit.jupiter.api.Test;

class PlainTest {
  @Test
  void passes() {}
}
