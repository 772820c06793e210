package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Passes only as Failsafe runs it: with the packaged jar, and with its own parameters. */
class CartIT {
  @Test
  void theClassesAreThoseOfTheJar() {
    String place = Cart.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    assertTrue(place.endsWith("/core-1.0.jar"), place);
  }

  @Test
  void theParametersAreThoseOfFailsafe() {
    assertEquals("integration", System.getProperty("place"));
    assertEquals("yes", System.getProperty("of.the.line"));
    assertEquals("open", System.getenv("SHOP"));
  }
}
