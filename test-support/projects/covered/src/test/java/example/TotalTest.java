package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TotalTest {
  @Test
  void adds() throws Exception {
    Path kill = Path.of("target/kill");
    if (Files.deleteIfExists(kill)) {
      String self = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-KILL", self).start().waitFor();
      Thread.sleep(60_000);
    }
    assertEquals(12, Prices.total(4, 3));
  }
}
