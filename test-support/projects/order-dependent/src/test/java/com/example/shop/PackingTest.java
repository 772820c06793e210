package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PackingTest {
  @Test
  void packsInTheBackground() throws Exception {
    assertEquals("packed", Workers.POOL.submit(() -> "packed").get());
  }
}
