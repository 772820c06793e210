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
}
