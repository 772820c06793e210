package example;

import org.junit.jupiter.api.Test;

/** Leaves a thread that calls System.exit a moment later, and a hook that blocks that for ever. */
class KExitsLaterTest {
  @Test
  void leaves_a_thread_that_ends_the_jvm() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  while (true) {
                    try {
                      Thread.sleep(1_000);
                    } catch (InterruptedException e) {
                      continue;
                    }
                  }
                }));
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(50);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              System.exit(0);
            });
    thread.setDaemon(true);
    thread.start();
  }
}
