package io.rrrspec.worker.slave;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RehearsalTest {
  @Test
  @Timeout(60)
  void aClassOfJupiterAndOneOfJUnit4Pass() throws Exception {
    // In a JVM of its own: a slave takes over the standard streams of its JVM.
    Process jvm =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                RehearsalTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    assertThat(jvm.waitFor(50, TimeUnit.SECONDS)).isTrue();
    assertThat(said).contains("2 classes passed");
  }

  /** Rehearses, and says what came of it. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    out.println(Rehearsal.run() + " classes passed");
  }
}
