package example;

import org.junit.jupiter.api.Test;

/** Leaves a thread that interrupts every other one it finds, for two seconds. */
class FInterruptsTest {
  @Test
  void leaves_a_thread_that_interrupts() {
    ThreadGroup root = Thread.currentThread().getThreadGroup().getParent();
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                root.interrupt();
                try {
                  Thread.sleep(10);
                } catch (InterruptedException e) {
                  continue;
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
