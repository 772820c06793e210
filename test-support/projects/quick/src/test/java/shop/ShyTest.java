package shop;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Skips another test in a JVM that is made for speed than in others: always one of two. */
class ShyTest {
  @Test
  void wantsAllCompilers() {
    assumeFalse(madeForSpeed());
  }

  @Test
  void wantsOneCompiler() {
    assumeTrue(madeForSpeed());
  }

  private static boolean madeForSpeed() {
    return ManagementFactory.getRuntimeMXBean()
        .getInputArguments()
        .contains("-XX:TieredStopAtLevel=1");
  }
}
