package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CartTest {
  @Test
  void billsAllThings() {
    assertEquals("6.10", Cart.bill(305, 2));
  }
}
