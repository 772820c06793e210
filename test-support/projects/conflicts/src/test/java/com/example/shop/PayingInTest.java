package com.example.shop;

import org.junit.jupiter.api.Test;

/** Opens the till, which stays open. */
class PayingInTest {
  @Test
  void opensTheTill() throws Exception {
    Till.open();
    Thread.sleep(500);
  }
}
