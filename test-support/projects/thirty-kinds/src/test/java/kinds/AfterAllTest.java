package kinds;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AfterAllTest {
  @AfterAll
  static void fails() {
    throw new IllegalStateException("the database does not close");
  }

  @Test
  void passes() {}
}
