package kinds;

import org.junit.jupiter.api.Test;

class SuppressedTest {
  @Test
  void suppressesMany() {
    IllegalStateException first = new IllegalStateException("the first of many");
    Throwable last = first;
    for (int i = 0; i < 1_000; i++) {
      Exception next = new Exception("suppressed " + i);
      last.addSuppressed(next);
      last = next;
    }
    throw first;
  }
}
