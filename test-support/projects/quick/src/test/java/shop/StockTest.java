package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Fails in every JVM once the stock is empty. */
class StockTest {
  @Test
  void isNotEmpty() {
    assertFalse(Files.exists(Path.of("empty")));
  }
}
