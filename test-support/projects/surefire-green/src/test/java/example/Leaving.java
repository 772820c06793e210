package example;

import static org.junit.jupiter.api.Assertions.*;

import java.io.*;
import org.junit.jupiter.api.*;

/* Tests that leave something behind, or write what no report can hold. */

@org.junit.jupiter.api.parallel.Execution(org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD)
class ReplacesOutTest {
  @Test
  void replaces() {
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    System.setErr(System.out);
  }

  @Test
  void closes() {
    System.out.close();
    System.err.close();
    System.out.println("into nowhere");
  }
}

class BinaryOutputTest {
  @Test
  void binary() {
    byte[] b = new byte[300_000];
    new java.util.Random(1).nextBytes(b);
    System.out.write(b, 0, b.length);
    System.out.flush();
    System.out.println("\0 ]]> <![CDATA[ \uFFFE");
  }

  @Test
  void huge() {
    String s = "x".repeat(1000);
    for (int i = 0; i < 20000; i++) System.out.println(s);
  }
}

class LeavesThingsTest {
  @Test
  void thread() {
    Thread t =
        new Thread(
            () -> {
              try {
                Thread.sleep(10_000_000);
              } catch (InterruptedException e) {
              }
            });
    t.start();
  }

  @Test
  void interrupted() {
    Thread.currentThread().interrupt();
  }

  @Test
  void locale() {
    java.util.Locale.setDefault(java.util.Locale.forLanguageTag("tr-TR"));
    java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Asia/Kathmandu"));
  }

  @Test
  void userDir() {
    System.setProperty("user.dir", "/tmp");
    System.setProperty("line.separator", "\r\n");
    System.setProperty("file.separator", ":");
    System.clearProperty("java.io.tmpdir");
  }

  @Test
  void dies() throws Exception {
    Thread t =
        new Thread(
            () -> {
              throw new IllegalStateException("in a thread");
            });
    t.start();
    t.join();
  }

  @Test
  void hook() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("late words")));
  }

  @Test
  void contextLoader() {
    Thread.currentThread().setContextClassLoader(null);
  }
}

class HostileAssumptionTest {
  static class Hostile extends org.opentest4j.TestAbortedException {
    final Thread t = new Thread();

    @Override
    public String getMessage() {
      throw new IllegalStateException("hostile");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("hostile");
    }
  }

  @Test
  void deep() {
    try {
      over(0);
    } catch (StackOverflowError e) {
    }
  }

  static int over(int a) {
    return over(a + 1) + 1;
  }
}
