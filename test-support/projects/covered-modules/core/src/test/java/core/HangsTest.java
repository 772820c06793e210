package core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HangsTest {
  @Test
  void takesTooLong() throws Exception {
    assertEquals("3.05", Prices.shown(305));
    Shots.take("hangs.png", "timed out");
    if (System.getenv("MEETING") != null) {
      Thread.sleep(600_000);
    }
  }
}
