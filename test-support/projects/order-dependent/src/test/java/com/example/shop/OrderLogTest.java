package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class OrderLogTest {
  @Test
  void logsAnOrder() {
    Logger.getLogger("shop").info("order 17");
    assertEquals(17, Integer.parseInt("17"));
  }
}
