package io.rrrspec.worker.slave.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.worker.slave.jvm.OutputCapture.Captured;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutputCaptureTest {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final InputStream in = System.in;
  private final ByteArrayOutputStream outside = new ByteArrayOutputStream();

  @BeforeEach
  void replaceTheOriginal() {
    System.setOut(new PrintStream(outside, true, UTF_8));
  }

  @AfterEach
  void giveTheStreamsBack() {
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  @Test
  void outputBelongsToItsTrialAndOutsideOfOneToTheOriginalStream() {
    OutputCapture capture = OutputCapture.install();
    PrintStream keptByALogger = System.out;
    keptByALogger.print("before ");
    Captured first = capture.begin();
    keptByALogger.print("first");
    System.err.print("error");
    capture.end();
    keptByALogger.print("between");
    Captured second = capture.begin();
    keptByALogger.print("zwölf");
    capture.end();
    assertThat(first.stdout().text()).isEqualTo("first");
    assertThat(first.stderr().text()).isEqualTo("error");
    assertThat(second.stdout().text()).isEqualTo("zwölf");
    assertThat(outside.toString(UTF_8)).isEqualTo("before between");
  }

  @Test
  void twoHundredMegabytesFromFourThreadsStayBoundedAndTakeLittleTime() throws Exception {
    OutputCapture capture = OutputCapture.install();
    Captured captured = capture.begin();
    String line = "x".repeat(99);
    long start = System.nanoTime();
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 500_000; i++) {
                  System.out.println(line);
                }
              });
      writers.add(thread);
      thread.start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    capture.end();
    String text = captured.stdout().text();
    assertThat(text.length()).isBetween(512 * 1024, 512 * 1024 + 100);
    assertThat(text).contains("[... " + (200_000_000 - 512 * 1024) + " bytes left out here ...]");
    // Far above what it takes, far below what a slow way would.
    assertThat(took).isLessThan(Duration.ofSeconds(20));
  }
}
