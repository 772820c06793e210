package example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HookTest {
  @Test
  void leavesAHookAndAFileThatGoes() throws IOException {
    Files.writeString(Path.of("goes.txt"), "").toFile().deleteOnExit();
    Runtime.getRuntime().addShutdownHook(new Thread(HookTest::write));
  }

  private static void write() {
    try {
      Files.writeString(Path.of("hook.txt"), Files.exists(Path.of("session.txt")) ? "after the session" : "before");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
