package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AppTest {
  @Test
  void hasACart() {
    assertEquals(0, new Cart().size());
  }
}
