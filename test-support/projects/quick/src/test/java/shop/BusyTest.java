package shop;

import org.junit.jupiter.api.Test;

/** What it is said to take stands in the record. */
class BusyTest {
  @Test
  void passes() {}
}
