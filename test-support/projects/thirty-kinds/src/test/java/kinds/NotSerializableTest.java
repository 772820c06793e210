package kinds;

import org.junit.jupiter.api.Test;

class NotSerializableTest {
  static class Heavy extends RuntimeException {
    private final transient Thread thread = Thread.currentThread();
    private final Object lock = new Object();

    Heavy() {
      super("not to be sent anywhere");
    }
  }

  @Test
  void throwsWhatCannotBeSent() {
    throw new Heavy();
  }
}
