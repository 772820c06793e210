package kinds;

import org.junit.jupiter.api.Test;

class ThreadDeathTest {
  @Test
  @SuppressWarnings("removal")
  void endsItsThread() {
    throw new ThreadDeath();
  }
}
