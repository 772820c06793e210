package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Shares nothing with anybody. */
class Article0Test {
  @Test
  void hasAName() throws Exception {
    Thread.sleep(300);
    assertTrue("article".length() > 0);
  }
}
