package kinds;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KilledTest {
  @Test
  void killsItsJvm() throws Exception {
    String id = String.valueOf(ProcessHandle.current().pid());
    new ProcessBuilder("kill", "-KILL", id).start().waitFor();
    TimeUnit.MINUTES.sleep(1);
  }
}
