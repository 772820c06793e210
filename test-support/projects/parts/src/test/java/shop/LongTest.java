package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Takes long, and nothing of it needs the rest. */
class LongTest {
  static void take(int millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  @Test
  void first() throws Exception {
    take(900);
  }

  @Test
  void second() throws Exception {
    take(900);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void third(int number) throws Exception {
    take(300);
    assertTrue(number > 0);
  }

  @Test
  @Disabled("not today")
  void skipped() {}

  @Nested
  class Within {
    @Test
    void fourth() throws Exception {
      take(900);
    }

    @Test
    void fifth() throws Exception {
      take(10);
    }
  }
}
