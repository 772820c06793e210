package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  /** Who reads may be slow: the processors are busy with tests. */
  @Test
  void whatItHasWrittenCanBeReadAfterItWasKilled() throws Exception {
    CountDownLatch killed = new CountDownLatch(1);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    LineSplitter slow =
        new LineSplitter(
            StandardCharsets.UTF_8,
            100,
            line -> {
              try {
                killed.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              written.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
            });
    ProgramRun run = Program.bash("seq 1 5000").output(slow).start();
    ChildProcess group = run.child();
    assertThat(group.onExit().join()).isZero();
    group.kill();
    killed.countDown();
    run.awaitOutput(Duration.ofSeconds(30));
    assertThat(written.toString(StandardCharsets.UTF_8).lines()).hasSize(5000).endsWith("5000");
  }
}
