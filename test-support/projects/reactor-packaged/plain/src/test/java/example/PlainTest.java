package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlainTest {
  @Test
  void whatIsBelowTheModuleBelowIsPackagedForItToo() {
    assertEquals("core.names.Names", Greeting.source());
  }
}
