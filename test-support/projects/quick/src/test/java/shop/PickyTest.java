package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Fails in a JVM that is made for speed. */
class PickyTest {
  @Test
  void wantsAllCompilers() {
    assertFalse(
        ManagementFactory.getRuntimeMXBean()
            .getInputArguments()
            .contains("-XX:TieredStopAtLevel=1"));
  }
}
