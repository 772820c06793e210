package core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TotalTest {
  @Test
  void adds() throws Exception {
    Shots.meet("total");
    assertEquals(12, Prices.total(4, 3));
    Shots.take("total.png", "passed");
  }
}
