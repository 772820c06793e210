package kinds;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AssertAllTest {
  @Test
  void comparesThreeThings() {
    assertAll(
        "an order",
        () -> assertEquals(1, 1),
        () -> assertEquals("paid", "open"),
        () -> assertEquals(12, 13));
  }
}
