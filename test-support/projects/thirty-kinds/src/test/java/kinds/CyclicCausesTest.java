package kinds;

import org.junit.jupiter.api.Test;

class CyclicCausesTest {
  @Test
  void isItsOwnCause() {
    Exception hen = new Exception("the hen came first");
    RuntimeException egg = new RuntimeException("the egg came first", hen);
    hen.initCause(egg);
    throw egg;
  }
}
