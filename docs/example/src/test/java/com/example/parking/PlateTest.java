package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlateTest {
  @ParameterizedTest(name = "{0} is kept as {1}")
  @CsvSource({"b-ab-123,B-AB-123", "'  M  X 1 ',M-X-1", "FÜ-Z--77,FÜ-Z-77"})
  void is_kept_in_one_way(String text, String plate) {
    assertEquals(plate, Plate.normalize(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "B", "B-1", "B-ABC-1", "B-A-0", "B-A-12345", "<b>"})
  void anything_else_is_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Plate.normalize(text));
  }
}
