package example;

import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** Leaves behind whatever it can: the classes after it find the state that they started with. */
class ALeavingTest {
  @Test
  void leaves_things_behind() {
    for (int i = 0; i < 5; i++) {
      new Thread(ALeavingTest::sleep, "left-behind-" + i).start();
    }
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
    System.setProperty("left.behind", "yes");
    System.setOut(System.err);
    Thread.currentThread().setContextClassLoader(null);
  }

  private static void sleep() {
    try {
      Thread.sleep(600_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
