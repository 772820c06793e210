package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StaticInitializerTest {
  static final int NUMBER = Integer.parseInt("no number");

  @Test
  void never_runs() {
    assertEquals(0, NUMBER);
  }
}
