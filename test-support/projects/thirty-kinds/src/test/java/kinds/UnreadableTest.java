package kinds;

import org.junit.jupiter.api.Test;

class UnreadableTest {
  static class Unreadable extends RuntimeException {
    @Override
    public String getMessage() {
      throw new IllegalStateException("no message for you");
    }
  }

  @Test
  void throwsWhatCannotBeRead() {
    throw new Unreadable();
  }
}
