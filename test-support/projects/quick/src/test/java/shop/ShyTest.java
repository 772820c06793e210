package shop;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Is skipped in a JVM that is made for speed. */
class ShyTest {
  @Test
  void wantsAllCompilers() {
    assumeFalse(
        ManagementFactory.getRuntimeMXBean()
            .getInputArguments()
            .contains("-XX:TieredStopAtLevel=1"));
  }
}
