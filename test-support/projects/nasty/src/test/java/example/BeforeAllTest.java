package example;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BeforeAllTest {
  @BeforeAll
  static void fails() {
    throw new IllegalStateException("no database");
  }

  @Test
  void never_runs() {}
}
