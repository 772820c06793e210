package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fails in a JVM with all compilers and the serial collector. */
class ChoosyTest {
  @Test
  void wantsAnotherCollectorBesideAllCompilers() {
    List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
    assertFalse(
        arguments.contains("-XX:+UseSerialGC") && !arguments.contains("-XX:TieredStopAtLevel=1"));
  }
}
