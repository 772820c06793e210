package example;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SharedTest {
  @Test
  void passesAlone() {}

  @Test
  @Tag("integration")
  void failsIntegrated() {
    fail("only here");
  }
}
