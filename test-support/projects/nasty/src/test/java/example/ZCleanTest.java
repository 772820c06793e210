package example;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class ZCleanTest {
  @Test
  void finds_nothing_of_the_others() {
    assertNull(System.getProperty("left.behind"));
    assertNotEquals("tr", Locale.getDefault().getLanguage());
    assertNotEquals("Asia/Kathmandu", TimeZone.getDefault().getID());
    assertNotNull(Thread.currentThread().getContextClassLoader());
  }
}
