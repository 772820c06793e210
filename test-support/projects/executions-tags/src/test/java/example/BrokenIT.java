package example;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class BrokenIT {
  @Test
  void fails() {
    fail("the integration is broken");
  }
}
