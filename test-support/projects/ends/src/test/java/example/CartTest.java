package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/** Fails each third time that it runs in this directory. */
class CartTest {
  /** In how many runs of this JVM it took part. */
  private static int ofThisJvm;

  @Test
  void totals() throws IOException {
    Path runs = Path.of("target/runs");
    Files.writeString(
        runs,
        ProcessHandle.current().pid() + " " + ++ofThisJvm + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    int run = Files.readAllLines(runs).size();
    assertEquals(0, run % 3 == 0 ? 1 : 0, "the total of run " + run);
  }
}
