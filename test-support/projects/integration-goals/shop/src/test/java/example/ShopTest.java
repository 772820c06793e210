package example;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class ShopTest {
  @Test
  void needsNoServer() {
    assertNull(System.getProperty("shop.port"));
  }
}
