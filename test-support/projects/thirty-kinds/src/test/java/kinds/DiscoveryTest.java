package kinds;

import org.junit.jupiter.api.Test;

/** {@link BrokenEngine} cannot look into it. */
class DiscoveryTest {
  @Test
  void neverRuns() {}
}
