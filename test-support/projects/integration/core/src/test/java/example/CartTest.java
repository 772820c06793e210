package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class CartTest {
  @Test
  void isEmpty() {
    assertEquals(0, new Cart().size());
    assertNull(System.getProperty("place"));
  }
}
