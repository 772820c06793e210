package example;

import org.junit.jupiter.api.Test;

class NewTest {
  @Test
  void passes() {}

  @Test
  void passesToo() {}
}
