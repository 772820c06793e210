package kinds;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BeforeAllTest {
  @BeforeAll
  static void fails() {
    throw new IllegalStateException("no database to begin with");
  }

  @Test
  void neverRuns() {}
}
