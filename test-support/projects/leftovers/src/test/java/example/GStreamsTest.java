package example;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** Closes the standard streams down to their descriptors, and leaves others that throw. */
class GStreamsTest {
  @Test
  void leaves_no_streams() throws IOException {
    System.out.close();
    System.err.close();
    new FileOutputStream(FileDescriptor.out).close();
    new FileOutputStream(FileDescriptor.err).close();
    new FileInputStream(FileDescriptor.in).close();
    PrintStream broken =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) {
                throw new IllegalStateException("broken");
              }
            });
    System.setOut(broken);
    System.setErr(broken);
    System.setIn(
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("broken");
          }
        });
  }
}
