package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MultiLineTest {
  @Test
  void comparesLines() {
    assertEquals("one\ntwo\nthree\n", "one\n2\nthree\n");
  }
}
