package kinds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BeforeEachTest {
  @BeforeEach
  void fails() {
    throw new IllegalStateException("no table to begin with");
  }

  @Test
  void neverRuns() {}
}
