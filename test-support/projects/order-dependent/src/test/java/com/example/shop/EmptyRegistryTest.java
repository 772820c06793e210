package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EmptyRegistryTest {
  @Test
  void isEmptyAtFirst() {
    assertEquals(0, Registry.INSTANCE.size());
  }
}
