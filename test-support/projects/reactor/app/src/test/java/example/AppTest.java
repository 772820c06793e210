package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs twice, in JVMs that differ. */
class AppTest {
  @Test
  void usesTestsOfCore() {
    assertEquals(1, Amounts.ONE.cents());
  }

  @Test
  void runsInItsModule() {
    assertTrue(Path.of("").toAbsolutePath().endsWith("app"));
  }
}
