package example;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A thread of it dies because the heap is full, which fails no test. */
class JThreadDiesTest {
  @Test
  void passes_while_a_thread_dies() {
    Thread thread =
        new Thread(
            () -> {
              List<byte[]> used = new ArrayList<>();
              while (true) {
                used.add(new byte[1 << 16]);
              }
            });
    thread.start();
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // Of the class that interrupts everybody.
        continue;
      }
    }
  }
}
