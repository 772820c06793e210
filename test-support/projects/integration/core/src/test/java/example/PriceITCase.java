package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PriceITCase {
  @Test
  void isPaid() {
    assertEquals("integration", System.getProperty("place"));
  }
}
