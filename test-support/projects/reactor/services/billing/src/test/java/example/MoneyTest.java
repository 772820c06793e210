package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Another one has the same name in another module. */
class MoneyTest {
  @Test
  void costsNothing() {
    assertEquals(0, new Money(0).cents());
  }

  @Test
  void runsInItsModule() {
    assertTrue(Path.of("").toAbsolutePath().endsWith("billing"));
  }
}
