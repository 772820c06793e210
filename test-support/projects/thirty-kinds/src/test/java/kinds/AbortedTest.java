package kinds;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** No failure. */
class AbortedTest {
  @Test
  void assumesTooMuch() {
    assumeTrue(false, "not on this machine");
  }
}
