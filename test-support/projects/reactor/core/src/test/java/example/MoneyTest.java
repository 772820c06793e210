package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MoneyTest {
  @Test
  void adds() {
    assertEquals(new Money(2), Amounts.ONE.plus(Amounts.ONE));
  }

  @Test
  void runsInItsModule() {
    assertTrue(Path.of("").toAbsolutePath().endsWith("core"));
  }
}
