package example;

import org.junit.jupiter.api.Test;

class HangsTest {
  @Test
  void leavesAHookThatDoesNotEnd() {
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
  }
}
