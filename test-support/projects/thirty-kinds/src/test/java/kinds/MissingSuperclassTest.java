package kinds;

import org.junit.jupiter.api.Test;
import org.slf4j.helpers.BasicMarkerFactory;

/** Its superclass is not on the class path when it runs. */
class MissingSuperclassTest extends BasicMarkerFactory {
  @Test
  void neverRuns() {}
}
