package kinds;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** JUnit itself ends it. */
class PreemptiveTimeoutTest {
  @Test
  void isStopped() {
    assertTimeoutPreemptively(Duration.ofMillis(50), () -> Thread.sleep(60_000));
  }
}
