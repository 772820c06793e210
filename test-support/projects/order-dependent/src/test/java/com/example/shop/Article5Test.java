package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Harms nobody. */
class Article5Test {
  private static final String[] CATALOGUE = {
    "article 00 of the catalogue that makes this class a large one",
    "article 01 of the catalogue that makes this class a large one",
    "article 02 of the catalogue that makes this class a large one",
    "article 03 of the catalogue that makes this class a large one",
    "article 04 of the catalogue that makes this class a large one",
    "article 05 of the catalogue that makes this class a large one",
    "article 06 of the catalogue that makes this class a large one",
    "article 07 of the catalogue that makes this class a large one",
    "article 08 of the catalogue that makes this class a large one",
    "article 09 of the catalogue that makes this class a large one",
    "article 10 of the catalogue that makes this class a large one",
    "article 11 of the catalogue that makes this class a large one",
    "article 12 of the catalogue that makes this class a large one",
    "article 13 of the catalogue that makes this class a large one",
    "article 14 of the catalogue that makes this class a large one",
    "article 15 of the catalogue that makes this class a large one",
    "article 16 of the catalogue that makes this class a large one",
    "article 17 of the catalogue that makes this class a large one",
    "article 18 of the catalogue that makes this class a large one",
    "article 19 of the catalogue that makes this class a large one",
    "article 20 of the catalogue that makes this class a large one",
    "article 21 of the catalogue that makes this class a large one",
    "article 22 of the catalogue that makes this class a large one",
    "article 23 of the catalogue that makes this class a large one",
    "article 24 of the catalogue that makes this class a large one",
    "article 25 of the catalogue that makes this class a large one",
    "article 26 of the catalogue that makes this class a large one",
    "article 27 of the catalogue that makes this class a large one",
    "article 28 of the catalogue that makes this class a large one",
    "article 29 of the catalogue that makes this class a large one",
    "article 30 of the catalogue that makes this class a large one",
    "article 31 of the catalogue that makes this class a large one",
    "article 32 of the catalogue that makes this class a large one",
    "article 33 of the catalogue that makes this class a large one",
    "article 34 of the catalogue that makes this class a large one",
    "article 35 of the catalogue that makes this class a large one",
    "article 36 of the catalogue that makes this class a large one",
    "article 37 of the catalogue that makes this class a large one",
    "article 38 of the catalogue that makes this class a large one",
    "article 39 of the catalogue that makes this class a large one",
  };

  @Test
  void hasArticles() {
    assertTrue(CATALOGUE.length > 5);
  }
}
