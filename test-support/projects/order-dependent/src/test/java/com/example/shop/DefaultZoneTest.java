package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DefaultZoneTest {
  @Test
  void zoneIsUtc() {
    assertEquals("UTC", Zone.NAME);
  }
}
