package example;

import org.junit.jupiter.api.Test;

class BrokenTest {
  @Test
  void usesWhatIsNotThere() {
    Missing.call();
  }
}
