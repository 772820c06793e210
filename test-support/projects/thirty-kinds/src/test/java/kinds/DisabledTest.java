package kinds;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/** No failure. */
class DisabledTest {
  @Test
  @Disabled("not today")
  void neverRuns() {}
}
