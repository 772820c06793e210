package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PayingTest {
  @Test
  void pays() {
    assertTrue(Gateway.Holder.current.pay(995));
  }
}
