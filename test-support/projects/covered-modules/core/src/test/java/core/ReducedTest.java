package core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReducedTest {
  @Test
  void failsOnPurpose() throws Exception {
    Shots.meet("reduced");
    Shots.take("reduced.png", "failed");
    Files.writeString(Path.of("notes.txt"), "changed by a test");
    Files.deleteIfExists(Path.of("target/shots/link.png"));
    Files.createSymbolicLink(Path.of("target/shots/link.png"), Path.of("/etc/hostname"));
    assertEquals(91, Prices.reduced(100, 10));
  }
}
