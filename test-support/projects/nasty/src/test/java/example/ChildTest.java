package example;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ChildTest {
  @Test
  void leaves_a_process() throws IOException {
    new ProcessBuilder("sleep", "600").inheritIO().start();
  }

  @Test
  void leaves_a_process_of_another_session() throws IOException {
    new ProcessBuilder("setsid", "sleep", "601").inheritIO().start();
  }

  /** Neither its parent nor its session nor its environment leads to it. */
  @Test
  void leaves_a_process_that_nothing_leads_to() throws Exception {
    String loop = "(while :; do sleep 1; done; : " + System.getProperty("user.dir") + ") &";
    Process parent = new ProcessBuilder("env", "-i", "setsid", "/bin/sh", "-c", loop).start();
    parent.waitFor();
  }
}
